import { object, type AnyObject, type ObjectShape, type TestConfig } from 'yup'
import { anyCount, identity, text } from './fields'
import { lazy, resource, type ListRules, type Resource } from './resource'

/** Two fields of a draft that hold the ends of a range, and the noun of the range, in lower case: "soil moisture". */
export interface RangeFields {
  readonly min: string
  readonly max: string
  readonly of: string
  /** Both ends may be the same. */
  readonly mayBePoint?: boolean
}

/** Requires both ends or neither, and the lower one below the upper one (or at it); the error is on the field to change. */
export function wholeRange({ min, max, of, mayBePoint = false }: RangeFields): TestConfig<AnyObject> {
  return {
    name: `range-${min}`,
    test: (value: AnyObject | undefined, context) => {
      if (value === undefined) return true
      const [low, high] = [numberOf(value[min]), numberOf(value[max])]
      if (low === undefined || high === undefined) return true
      if ((low === null) !== (high === null))
        return context.createError({
          path: within(context.path, low === null ? min : max),
          message: `Enter both ends of the ${of} range, or neither`,
        })
      if (low === null || high === null || low < high || (mayBePoint && low === high)) return true
      const must = mayBePoint ? 'must not be below' : 'must be above'
      return context.createError({ path: within(context.path, max), message: `The highest ${of} ${must} the lowest` })
    },
  }
}

/** Requires at least one of the ranges; the error is on the first. */
export function someRange(ranges: readonly [RangeFields, ...RangeFields[]]): TestConfig<AnyObject> {
  return {
    name: 'some-range',
    test: (value, context) => {
      if (ranges.some(({ min, max }) => numberOf(value[min]) !== null || numberOf(value[max]) !== null)) return true
      const message = `Enter at least one range: ${ranges.map(({ of }) => of).join(' or ')}`
      return context.createError({ path: within(context.path, ranges[0].min), message })
    },
  }
}

/** Requires the inner range to lie within the outer one. */
export function rangeWithin(inner: RangeFields, outer: RangeFields): TestConfig<AnyObject> {
  return {
    name: `within-${inner.min}`,
    test: (value, context) => {
      const [low, idealLow] = [numberOf(value[outer.min]), numberOf(value[inner.min])]
      if (low != null && idealLow != null && idealLow < low)
        return context.createError({
          path: within(context.path, inner.min),
          message: `The ${inner.of} must begin within the ${outer.of} range`,
        })
      const [high, idealHigh] = [numberOf(value[outer.max]), numberOf(value[inner.max])]
      if (high != null && idealHigh != null && idealHigh > high)
        return context.createError({
          path: within(context.path, inner.max),
          message: `The ${inner.of} must end within the ${outer.of} range`,
        })
      return true
    },
  }
}

interface GroupSpec<Name extends string, Fields extends ObjectShape, Sort extends string, Filter extends string> extends Pick<
  Resource<Name>,
  'name' | 'nouns' | 'path'
> {
  /** The group's own fields, after its name. */
  readonly fields: () => Fields
  /** The constraints on its ranges. */
  readonly rules: readonly TestConfig<AnyObject>[]
  /** Sort keys besides the name, the counts and the time of creation. */
  readonly sort: readonly Sort[]
  readonly filter: () => ListRules<string, Filter>['filter']
}

/**
 * Declares a group: a named set of needs that plants share. It counts the plants that have it and their sensors, can be replaced by another
 * on deletion, and previews the effect of a change.
 */
export function rangeGroup<
  const Name extends string,
  Fields extends ObjectShape,
  const Sort extends string,
  const Filter extends string = never,
>({ name, nouns, path, fields, rules, sort, filter }: GroupSpec<Name, Fields, Sort, Filter>) {
  const draft = lazy(() => {
    const named = object({ name: text(50, 2).required('Name is required').label('Name'), ...fields() })
    return rules.reduce((schema, rule) => schema.test(rule), named).noUnknown()
  })
  return resource({
    name,
    nouns,
    path,
    draft,
    row: lazy(() =>
      draft().shape({ ...identity(), plantsCount: anyCount().label('Plants'), sensorsCount: anyCount().label('Sensors') }),
    ),
    title: 'name',
    unique: ['name'],
    reassigns: true,
    previews: true,
    usedBy: [{ field: 'plantsCount', nouns: { one: 'plant', many: 'plants' } }],
    list: {
      sort: ['name', ...sort, 'plantsCount', 'sensorsCount', 'createdAt'],
      defaultSort: 'name',
      filter,
      search: ['name'],
    },
  })
}

/** A field's path, prefixed by its object's path if there is one. */
function within(path: string, field: string): string {
  return path ? `${path}.${field}` : field
}

/** A number, null for an empty field; undefined for a value that the field's own schema rejects. */
function numberOf(value: unknown): number | null | undefined {
  if (value === null || value === undefined) return null
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
