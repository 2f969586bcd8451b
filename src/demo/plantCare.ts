/** Care and soil of one kind of plants. */
export interface Regime {
  readonly care: {
    readonly watering: string
    readonly sunlight: string
    readonly soil: string
    readonly pruning: string
    readonly fertilization: string
  }
  readonly ph: readonly [number, number]
  /** µS/cm. */
  readonly ec: readonly [number, number]
}

type Kind =
  | 'aroid'
  | 'fern'
  | 'desert'
  | 'orchid'
  | 'palm'
  | 'prayer'
  | 'mediterranean'
  | 'fruiting'
  | 'acid'
  | 'foliage'
  | 'showy'

const regimes: Readonly<Record<Kind, Regime>> = {
  aroid: {
    care: {
      watering: 'When the top 3 cm of the soil are dry; less in winter. Never leave it standing in water.',
      sunlight: 'Bright, indirect light. Direct sun at noon burns the leaves.',
      soil: 'Airy: potting soil with a third of bark or perlite.',
      pruning: 'Cut leggy stems above a node in spring. Wear gloves: the sap irritates.',
      fertilization: 'Liquid feed at half strength every two weeks from March to September.',
    },
    ph: [5.5, 7],
    ec: [500, 1500],
  },
  fern: {
    care: {
      watering: 'Keep evenly moist with soft water; it does not forgive drying out.',
      sunlight: 'Shade to soft light, no direct sun.',
      soil: 'Loose and rich in humus, with some sphagnum.',
      pruning: 'Take off brown fronds at their base.',
      fertilization: 'Foliage feed at a quarter of its strength, monthly in summer.',
    },
    ph: [5, 6.5],
    ec: [300, 900],
  },
  desert: {
    care: {
      watering: 'Soak, then let it dry out completely. Hardly at all from November to February.',
      sunlight: 'As much sun as there is; get it used to it slowly in spring.',
      soil: 'Mineral: half grit or pumice, half cactus soil.',
      pruning: 'None, but for offsets and withered leaves.',
      fertilization: 'Cactus feed, low in nitrogen, once a month in summer.',
    },
    ph: [6, 7.5],
    ec: [200, 800],
  },
  orchid: {
    care: {
      watering: 'Dip it for ten minutes once a week with lukewarm rainwater and let it drain.',
      sunlight: 'Bright without sun; an east window suits it.',
      soil: 'Coarse bark in a clear pot.',
      pruning: 'Shorten a spent spike to above its second node.',
      fertilization: 'Orchid feed at every second dip while it grows.',
    },
    ph: [5.5, 6.5],
    ec: [150, 500],
  },
  palm: {
    care: {
      watering: 'When the surface is dry. Mist in heated rooms.',
      sunlight: 'Half shade; young fronds burn in the sun.',
      soil: 'Loamy and well drained.',
      pruning: 'Only fronds that are wholly brown.',
      fertilization: 'Palm feed with magnesium, monthly from April to August.',
    },
    ph: [6, 7],
    ec: [500, 1400],
  },
  prayer: {
    care: {
      watering: 'Evenly moist, with soft water: lime browns the edges.',
      sunlight: 'Soft light; the pattern fades in the sun.',
      soil: 'Peat-free soil with perlite and fine bark.',
      pruning: 'Cut tired leaves at the base.',
      fertilization: 'Foliage feed at half strength every three weeks in summer.',
    },
    ph: [5.5, 6.5],
    ec: [300, 900],
  },
  mediterranean: {
    care: {
      watering: 'Sparingly; it tolerates drought better than wet soil.',
      sunlight: 'Full sun, outdoors in summer.',
      soil: 'Lean, limy and gritty.',
      pruning: 'Cut back by a third after flowering, never into old wood.',
      fertilization: 'A little compost in spring is enough.',
    },
    ph: [6.5, 8],
    ec: [200, 900],
  },
  fruiting: {
    care: {
      watering: 'Daily in summer, at the root and in the morning; evenly, or fruits crack.',
      sunlight: 'At least six hours of sun.',
      soil: 'Deep and rich, with compost.',
      pruning: 'Pinch out side shoots; take off the lowest leaves.',
      fertilization: 'Tomato feed, high in potassium, weekly from the first flower.',
    },
    ph: [5.8, 6.8],
    ec: [1500, 3500],
  },
  acid: {
    care: {
      watering: 'Never dry, with rainwater only.',
      sunlight: 'Morning sun, shade at noon.',
      soil: 'Acid and free of lime.',
      pruning: 'Right after flowering: next year’s buds come early.',
      fertilization: 'Ericaceous feed from April to July.',
    },
    ph: [4.5, 6],
    ec: [400, 1000],
  },
  foliage: {
    care: {
      watering: 'When the top of the soil is dry to the touch.',
      sunlight: 'Bright, indirect light; it tolerates some shade.',
      soil: 'Good potting soil with a tenth of perlite.',
      pruning: 'Pinch the tips to keep it bushy.',
      fertilization: 'Every two weeks from spring to autumn.',
    },
    ph: [5.8, 7],
    ec: [500, 1400],
  },
  showy: {
    care: {
      watering: 'Moist while it flowers, drier at rest.',
      sunlight: 'Bright; some morning sun brings more flowers.',
      soil: 'Humus-rich and well drained.',
      pruning: 'Take off what has faded; cut back after flowering.',
      fertilization: 'Bloom feed every two weeks while buds form.',
    },
    ph: [5.8, 6.8],
    ec: [600, 1600],
  },
}

const kinds: Readonly<Record<string, Kind>> = {
  Araceae: 'aroid',
  Arecaceae: 'palm',
  Asphodelaceae: 'desert',
  Aspleniaceae: 'fern',
  Begoniaceae: 'showy',
  Cactaceae: 'desert',
  Crassulaceae: 'desert',
  Cyatheaceae: 'fern',
  Euphorbiaceae: 'showy',
  Hydrangeaceae: 'acid',
  Lamiaceae: 'mediterranean',
  Marantaceae: 'prayer',
  Nephrolepidaceae: 'fern',
  Oleaceae: 'mediterranean',
  Orchidaceae: 'orchid',
  Polypodiaceae: 'fern',
  Pteridaceae: 'fern',
  Rosaceae: 'fruiting',
  Rutaceae: 'fruiting',
  Solanaceae: 'fruiting',
  Strelitziaceae: 'showy',
  Theaceae: 'acid',
}

/** The care of a family's plants. */
export function regimeOf(family: string): Regime {
  return regimes[kinds[family] ?? 'foliage']
}
