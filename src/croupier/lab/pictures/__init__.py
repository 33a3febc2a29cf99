"""Pictures that people can read: bankrolls, distributions, ruin, the wheel, the cloth, systems side by side.

Each function gives a matplotlib figure; ``written`` saves it as SVG or PNG, the same bytes each time.
"""

from croupier.lab.bias.evenness import usual_counts
from croupier.lab.pictures.bankrolls import SystemRow, distribution, fan_chart, ruin_curves, side_by_side
from croupier.lab.pictures.canvas import as_svg, written
from croupier.lab.pictures.wheel import cloth_map, wheel_map

__all__ = [
    "SystemRow",
    "as_svg",
    "cloth_map",
    "distribution",
    "fan_chart",
    "ruin_curves",
    "side_by_side",
    "usual_counts",
    "wheel_map",
    "written",
]
