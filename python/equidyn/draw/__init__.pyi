# the public names, one a line, which the module beside this stub reads, to load what is asked for

from .recursion import in_characters as in_characters
