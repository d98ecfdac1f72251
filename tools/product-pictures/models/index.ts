// Which model belongs to which article.
import type { Model } from "../studio/scene.ts";
import { hubUnit, taperBearing } from "./bearings.ts";
import { ribbedBelt, tensioner, timingBelt, timingChain } from "./belts.ts";
import { doorMirror, headLamp, wiperBlade } from "./body.ts";
import { brakeCaliper, brakeDisc, brakeDrum, brakePads } from "./brakes.ts";
import { camshaft } from "./camshaft.ts";
import { clutchKit, flywheel } from "./clutch.ts";
import { radiator, thermostat, waterPump } from "./cooling.ts";
import { cvJoint, driveShaft } from "./driveline.ts";
import { alternator, batteryClamps, starterMotor } from "./electrical.ts";
import { exhaustValve, headGasket, piston, ringSet } from "./engine.ts";
import { airFilter, cabinFilter, fuelFilter, oilFilter } from "./filters.ts";
import { coolantHose } from "./hose.ts";
import { glowPlug, ignitionCoil, sparkPlug } from "./ignition.ts";
import { absSensor, fuelInjector, lambdaSensor, mapSensor } from "./sensors.ts";
import { ballJoint, controlArm, stabiliserLink, tieRodEnd } from "./steering.ts";
import { coilOver, coilSpring, shockAbsorber } from "./suspension.ts";
import { turbocharger } from "./turbo.ts";

export const models: Record<string, () => Model> = {
  "brake-drum-rear": brakeDrum,
  "oil-filter-spin-on": oilFilter,
  "air-filter-panel": airFilter,
  "cabin-filter-carbon": cabinFilter,
  "fuel-filter-inline": fuelFilter,
  "glow-plug-m10": glowPlug,
  "ignition-coil-pencil": ignitionCoil,
  "taper-roller-bearing-32008": taperBearing,
  "wheel-hub-unit-abs": hubUnit,
  "timing-belt-131t": timingBelt,
  "timing-chain-120l": timingChain,
  "v-ribbed-belt-6pk": ribbedBelt,
  "belt-tensioner-spring": tensioner,
  "water-pump-cast-impeller": waterPump,
  "thermostat-housing-88": thermostat,
  "radiator-aluminium-650": radiator,
  "piston-ring-set-86": ringSet,
  "exhaust-valve-31": exhaustValve,
  "cylinder-head-gasket-mls": headGasket,
  "camshaft-chilled-iron": camshaft,
  "coil-spring-front": coilSpring,
  "shock-absorber-rear": shockAbsorber,
  "control-arm-front-lower": controlArm,
  "ball-joint-press-in": ballJoint,
  "tie-rod-end-m14": tieRodEnd,
  "stabiliser-link-275": stabiliserLink,
  "clutch-kit-240": clutchKit,
  "flywheel-single-mass": flywheel,
  "cv-joint-outer": cvJoint,
  "drive-shaft-front-right": driveShaft,
  "alternator-150a": alternator,
  "starter-motor-1400w": starterMotor,
  "battery-clamp-set": batteryClamps,
  "door-mirror-heated": doorMirror,
  "wiper-blade-600": wiperBlade,
  "lambda-sensor-wideband": lambdaSensor,
  "abs-wheel-sensor": absSensor,
  "map-sensor-3bar": mapSensor,
  "coolant-hose-upper": coolantHose,
  "fuel-injector-port": fuelInjector,
  "brake-pad-set-front": brakePads,
  "brake-caliper-four-piston": brakeCaliper,
  "led-headlamp-left": headLamp,
  "piston-forged-86": piston,
  "coil-over-strut-adjustable": coilOver,
  "turbocharger-journal-bearing": turbocharger,
  "spark-plug-iridium": sparkPlug,
  "brake-disc-ventilated-312": brakeDisc,
};
