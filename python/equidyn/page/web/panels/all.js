// The panels, in the order in which the page shows them.

import { agreementPanel } from "./agreement.js";
import { ownPanel } from "./own_panel.js";
import { countsPanel } from "./counts.js";
import { timesPanel } from "./times.js";
import { roundingPanel } from "./rounding.js";
import { breakdownPanel } from "./breakdown.js";
import { torquesPanel } from "./torques.js";
import { freeBodyPanel } from "./free_body.js";
import { simulationPanel } from "./simulation.js";
import { equationsPanel } from "./equations.js";
import { kinematicsPanel } from "./kinematics.js";
import { wrongOnePanel } from "./wrong_one.js";

export const panels = [
  agreementPanel, ownPanel, wrongOnePanel, countsPanel, timesPanel, roundingPanel, breakdownPanel, torquesPanel,
  freeBodyPanel, simulationPanel, equationsPanel, kinematicsPanel,
];
