"""The contents of all sources, in the order of their derivations."""

from .angeles.contents import CONTENTS as ANGELES
from .lee_chung_mudge_turney_1982.contents import CONTENTS as LEE_CHUNG_MUDGE_TURNEY
from .modified_dh_tutorial.contents import CONTENTS as MODIFIED_DH_TUTORIAL
from .sasaki_1990.contents import CONTENTS as SASAKI
from .turney_mudge_lee_1980.contents import CONTENTS as TURNEY_MUDGE_LEE

SOURCES = (TURNEY_MUDGE_LEE, LEE_CHUNG_MUDGE_TURNEY, SASAKI, ANGELES, MODIFIED_DH_TUTORIAL)
