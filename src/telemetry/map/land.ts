import { geoMercator, geoPath, type GeoProjection } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json'
import type { Placed } from './clusters'

/** A position on earth, in degrees. */
export interface Position {
  readonly latitude: number
  readonly longitude: number
}

/** Natural Earth's countries at 1:110 million, public domain. */
const world = atlas as unknown as Topology<{ countries: GeometryCollection; land: GeometryCollection }>

/** Pixels between the outermost positions and the edge. */
const MARGIN = 32
/** The edge of a square map of the world: this projection puts the poles at an infinite distance. */
const LATITUDE_MAX = 85.05
/** Maximum pixels per degree: at a higher zoom the outlines are too coarse. */
const DEGREE_MAX = 60

/** A projection with north at the top that contains all positions. */
export function projectionOf(positions: readonly Position[], width: number, height: number): GeoProjection {
  const projection = geoMercator()
  const room: [[number, number], [number, number]] = [
    [MARGIN, MARGIN],
    [width - MARGIN, height - MARGIN],
  ]
  const coordinates = positions.map(drawable)
  if (coordinates.length === 0) return projection.fitExtent(room, { type: 'Sphere' })
  projection.fitExtent(room, { type: 'MultiPoint', coordinates })
  const scaleMax = (DEGREE_MAX * 180) / Math.PI
  if (projection.scale() > scaleMax || !Number.isFinite(projection.scale())) {
    const center = middleOf(positions)
    projection.scale(scaleMax).translate([0, 0])
    const { x, y } = placeIn(projection, center)
    projection.translate([width / 2 - x, height / 2 - y])
  }
  return projection.clipExtent([
    [0, 0],
    [width, height],
  ])
}

/** A position in pixels. */
export function placeIn(projection: GeoProjection, position: Position): Placed {
  const [x, y] = projection(drawable(position)) ?? [0, 0]
  return { x, y }
}

function drawable({ latitude, longitude }: Position): [number, number] {
  return [longitude, Math.min(LATITUDE_MAX, Math.max(-LATITUDE_MAX, latitude))]
}

function middleOf(positions: readonly Position[]): Position {
  const between = (all: readonly number[]) => (Math.min(...all) + Math.max(...all)) / 2
  return {
    latitude: between(positions.map((position) => drawable(position)[1])),
    longitude: between(positions.map(({ longitude }) => longitude)),
  }
}

interface Outlines {
  readonly land: string
  readonly borders: string
}

let last: { readonly of: string; readonly outlines: Outlines } | null = null

/** Outlines of the land, and borders of countries, as SVG paths; the latest are cached for a return to the map. */
export function outlinesOf(projection: GeoProjection): Outlines {
  const of = JSON.stringify([projection.scale(), projection.translate(), projection.clipExtent()])
  if (last?.of !== of) last = { of, outlines: drawn(projection) }
  return last.outlines
}

function drawn(projection: GeoProjection): Outlines {
  const path = geoPath(projection).digits(1)
  const { countries, land } = world.objects
  return {
    land: path(feature(world, land)) ?? '',
    borders: path(mesh(world, countries, (one, other) => one !== other)) ?? '',
  }
}
