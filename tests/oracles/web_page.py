"""A page as a browser reads it."""

from html.parser import HTMLParser

# elements of HTML and SVG that have no end tag
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """Collects what a browser would see."""

    def __init__(self, text):
        """Read a page."""
        super().__init__()
        self.open, self.loads, self.names, self.tags, self.words = [], [], [], [], []
        self.elements, self.tables = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        """Remember names, references and unclosed elements; begin tables and cells."""
        self.tags.append(tag)
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name in ("src", "href", "xlink:href", "action", "data"):
                self.loads.append(value)
            if name == "id":
                self.names.append(value)
        if tag == "table":
            self.tables.append([])
        elif tag in ("th", "td", "caption"):
            self.tables[-1].append("")
        elif tag == "br" and "table" in self.open:
            self.tables[-1][-1] += "\n"

    def handle_startendtag(self, tag, attributes):
        """Take elements of SVG that close themselves."""
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        """Elements must close in order."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Keep the text, that of cells apart."""
        self.words.append(data)
        if {"th", "td", "caption"} & set(self.open):
            self.tables[-1][-1] += data

    @property
    def text(self):
        """All words, one space between."""
        return " ".join(" ".join(self.words).split())
