"""The document as a value, and how it is written: Typst for the PDF, HTML, files."""
