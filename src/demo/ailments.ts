import type { affectedParts, ailments, severities } from '../contract/troubleshoots'

/** A problem of plants of a kind. */
export interface Ailment {
  readonly symptom: string
  readonly affected_part: (typeof affectedParts)[number]
  readonly category: (typeof ailments)[number]
  readonly severity: (typeof severities)[number]
  readonly cause: string
  readonly remedy: { readonly immediate?: string; readonly biological?: string; readonly chemical?: string }
  readonly prevention: string | null
}

const overwatered: Ailment = {
  symptom: 'Yellow leaves from below',
  affected_part: 'leaf',
  category: 'abiotic',
  severity: 'medium',
  cause: 'Too much water',
  remedy: { immediate: 'Let the soil dry out, and pour away what stands in the saucer.' },
  prevention: 'Water by the sensor, not by the calendar.',
}
const rootRot: Ailment = {
  symptom: 'Wilting in wet soil',
  affected_part: 'root',
  category: 'fungal',
  severity: 'high',
  cause: 'Root rot (Pythium)',
  remedy: {
    immediate: 'Take it out of its pot, cut away brown roots, repot in fresh soil.',
    biological: 'Trichoderma in the water.',
    chemical: 'A fungicide with propamocarb.',
  },
  prevention: 'Pots with holes, airy soil.',
}
const spiderMites: Ailment = {
  symptom: 'Fine pale dots and webs',
  affected_part: 'leaf',
  category: 'pest',
  severity: 'medium',
  cause: 'Spider mites',
  remedy: {
    immediate: 'Shower the undersides of the leaves and put a bag over it for a week.',
    biological: 'Phytoseiulus persimilis.',
    chemical: 'Rapeseed oil, three times, a week apart.',
  },
  prevention: 'Damp air in the heating season.',
}
const mealybugs: Ailment = {
  symptom: 'White, woolly tufts',
  affected_part: 'stem',
  category: 'pest',
  severity: 'medium',
  cause: 'Mealybugs',
  remedy: { immediate: 'Dab them with spirit.', biological: 'Cryptolaemus montrouzieri.' },
  prevention: 'Keep new plants apart for two weeks.',
}
const dryAir: Ailment = {
  symptom: 'Brown leaf tips',
  affected_part: 'leaf',
  category: 'abiotic',
  severity: 'low',
  cause: 'Dry air',
  remedy: { immediate: 'Move it away from the radiator.' },
  prevention: 'At least 50 % relative humidity.',
}
const hardWater: Ailment = { ...dryAir, cause: 'Lime or fluoride in the water', prevention: 'Water with rainwater.', remedy: {} }
const sunburn: Ailment = {
  symptom: 'Bleached or brown patches',
  affected_part: 'leaf',
  category: 'abiotic',
  severity: 'low',
  cause: 'Sun at noon',
  remedy: { immediate: 'Move it out of the sun; the patches stay.' },
  prevention: 'Get it used to light over two weeks.',
}
const stretched: Ailment = {
  symptom: 'Long, thin growth',
  affected_part: 'stem',
  category: 'abiotic',
  severity: 'low',
  cause: 'Too little light',
  remedy: { immediate: 'Move it to a brighter place.' },
  prevention: null,
}
const scale: Ailment = {
  symptom: 'Brown shields on stems, sticky leaves',
  affected_part: 'stem',
  category: 'pest',
  severity: 'medium',
  cause: 'Scale insects',
  remedy: { immediate: 'Scrape them off.', biological: 'Metaphycus wasps.', chemical: 'Paraffin oil, twice.' },
  prevention: 'Look at the stems when watering.',
}
const greyMould: Ailment = {
  symptom: 'Grey fur on flowers',
  affected_part: 'flower',
  category: 'fungal',
  severity: 'high',
  cause: 'Grey mould (Botrytis)',
  remedy: { immediate: 'Remove what is affected and air the house.', biological: 'Bacillus subtilis.' },
  prevention: 'Water in the morning, and not over the flowers.',
}
const chlorosis: Ailment = {
  symptom: 'Yellow leaves with green veins',
  affected_part: 'leaf',
  category: 'nutrient',
  severity: 'medium',
  cause: 'Lack of iron in limy soil',
  remedy: { immediate: 'Chelated iron.', chemical: 'Iron sulphate, once.' },
  prevention: 'Acid soil, rainwater.',
}
const budDrop: Ailment = {
  symptom: 'Buds fall before they open',
  affected_part: 'flower',
  category: 'abiotic',
  severity: 'low',
  cause: 'A change of place or temperature',
  remedy: {},
  prevention: 'Do not turn it once buds show.',
}
const blossomEndRot: Ailment = {
  symptom: 'Sunken black base of the fruit',
  affected_part: 'fruit',
  category: 'nutrient',
  severity: 'medium',
  cause: 'Lack of calcium by uneven watering',
  remedy: { immediate: 'Pick affected fruits; water evenly.' },
  prevention: 'Mulch.',
}
const lateBlight: Ailment = {
  symptom: 'Brown blotches that spread fast',
  affected_part: 'whole',
  category: 'fungal',
  severity: 'high',
  cause: 'Late blight (Phytophthora infestans)',
  remedy: { immediate: 'Remove the plant; do not compost it.', chemical: 'Copper, before it shows.' },
  prevention: 'Keep the leaves dry; air the house.',
}
const mosaic: Ailment = {
  symptom: 'Mottled, crinkled leaves',
  affected_part: 'leaf',
  category: 'viral',
  severity: 'high',
  cause: 'Mosaic virus',
  remedy: { immediate: 'There is no cure: remove the plant and clean the tools.' },
  prevention: 'Keep aphids away; clean knives with spirit.',
}
const softRot: Ailment = {
  symptom: 'Soft, smelling base',
  affected_part: 'stem',
  category: 'bacterial',
  severity: 'high',
  cause: 'Soft rot (Pectobacterium)',
  remedy: { immediate: 'Cut back to sound tissue and let it dry for days; else remove it.' },
  prevention: 'Never water into the rosette.',
}

const common = [overwatered, rootRot, spiderMites]
const succulent = [softRot, { ...overwatered, symptom: 'Glassy, soft leaves' }, mealybugs, stretched]
const fruiting = [blossomEndRot, lateBlight, mosaic, spiderMites]

/** By family, most common first. */
const families: Readonly<Record<string, readonly Ailment[]>> = {
  Araceae: [...common, sunburn, mealybugs],
  Arecaceae: [dryAir, spiderMites, scale],
  Asphodelaceae: succulent,
  Begoniaceae: [{ ...greyMould, affected_part: 'leaf', symptom: 'Grey fur on leaves' }, overwatered],
  Cactaceae: succulent,
  Crassulaceae: succulent,
  Hydrangeaceae: [chlorosis, greyMould],
  Lamiaceae: [overwatered, stretched],
  Marantaceae: [dryAir, hardWater, spiderMites],
  Moraceae: [{ ...overwatered, symptom: 'Leaves fall', cause: 'A change of place' }, scale, spiderMites],
  Nephrolepidaceae: [dryAir, scale],
  Orchidaceae: [budDrop, rootRot, mealybugs],
  Rosaceae: [greyMould, spiderMites, mosaic],
  Rutaceae: [chlorosis, scale],
  Solanaceae: fruiting,
  Theaceae: [chlorosis, budDrop, scale],
}

/** The problems of a family's plants; none for unlisted families. */
export function ailmentsOf(family: string): readonly Ailment[] {
  return families[family] ?? []
}
