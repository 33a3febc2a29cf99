"""A study of a betting system, or of a wheel, as one HTML file to hand out."""

from croupier.lab.reports.report import Study, html

__all__ = ["Study", "html"]
