/** A nursery of the demo's fictional grower. The places are real, so that maps and day lengths make sense. */
export interface Site {
  readonly name: string
  readonly tag: string
  readonly latitude: number
  readonly longitude: number
  readonly altitudeM: number
  /** LoRaWAN region of its radios. */
  readonly region: 'EU868' | 'US915' | 'AS923'
  /** Houses, with one gateway each. */
  readonly zones: readonly string[]
}

/** The grower's nurseries. */
export const sites: readonly Site[] = [
  {
    name: 'Westland',
    tag: 'westland',
    latitude: 51.9958,
    longitude: 4.2061,
    altitudeM: -1,
    region: 'EU868',
    zones: ['House 1', 'House 2', 'House 3', 'Propagation', 'Packing hall'],
  },
  {
    name: 'Aalsmeer',
    tag: 'aalsmeer',
    latitude: 52.2619,
    longitude: 4.7611,
    altitudeM: -4,
    region: 'EU868',
    zones: ['Cold store', 'Orchid house', 'Show garden', 'Trial benches'],
  },
  {
    name: 'Angers',
    tag: 'angers',
    latitude: 47.4736,
    longitude: -0.5542,
    altitudeM: 20,
    region: 'EU868',
    zones: ['Hydrangea tunnel', 'North glasshouse', 'South glasshouse', 'Seed bank'],
  },
  {
    name: 'Pistoia',
    tag: 'pistoia',
    latitude: 43.9331,
    longitude: 10.9179,
    altitudeM: 67,
    region: 'EU868',
    zones: ['Citrus yard', 'Olive terrace', 'Shade hall', 'Tree field'],
  },
  {
    name: 'Almería',
    tag: 'almeria',
    latitude: 36.7772,
    longitude: -2.8147,
    altitudeM: 42,
    region: 'EU868',
    zones: ['Cactus house', 'Plastic house 1', 'Plastic house 2', 'Reservoir'],
  },
  {
    name: 'Erfurt',
    tag: 'erfurt',
    latitude: 50.9787,
    longitude: 11.0328,
    altitudeM: 195,
    region: 'EU868',
    zones: ['Fern house', 'Seed beds', 'Tropical house'],
  },
  {
    name: 'Leamington',
    tag: 'leamington',
    latitude: 42.0534,
    longitude: -82.5999,
    altitudeM: 198,
    region: 'US915',
    zones: ['Range A', 'Range B', 'Range C', 'Boiler room'],
  },
  {
    name: 'Apopka',
    tag: 'apopka',
    latitude: 28.6934,
    longitude: -81.5322,
    altitudeM: 46,
    region: 'US915',
    zones: ['Aroid house', 'Fern shade', 'Palm yard', 'Stock plants'],
  },
  {
    name: 'Kunming',
    tag: 'kunming',
    latitude: 24.8801,
    longitude: 102.8329,
    altitudeM: 1892,
    region: 'AS923',
    zones: ['Begonia house', 'Camellia slope', 'Rose hall', 'Tissue lab'],
  },
  {
    name: 'Naivasha',
    tag: 'naivasha',
    latitude: -0.7172,
    longitude: 36.431,
    altitudeM: 1890,
    region: 'EU868',
    zones: ['Cuttings 1', 'Cuttings 2', 'Lakeside house', 'Succulent yard'],
  },
]
