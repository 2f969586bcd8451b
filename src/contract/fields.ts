import { array, number, setLocale, string, type StringSchema, type TestConfig } from 'yup'
import { grouped } from './grouped'

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Yup's messages as sentences for a person. Every schema is built from this file, so that console and server use the same messages. */
setLocale({
  mixed: {
    required: '${path} is required',
    defined: '${path} is required',
    notNull: '${path} is required',
    notType: ({ path, type }) => `${path} must be ${kinds[type] ?? 'of another type'}`,
  },
  array: {
    min: '${path} must have at least ${min} entries',
    max: '${path} can have at most ${max} entries',
  },
})

/** Control characters except tab, line feed and carriage return. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Marks that reverse the text around them, such as the title of the dialog that deletes a row, or other people's names. */
const reversing = /[\u202a-\u202e\u2066-\u2069]/
/** A character that can be seen: no blank, and no format character, such as a zero-width space. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}]/u

/** Text of `min` to `max` characters without control characters or leading and trailing blanks; line breaks and tabs are allowed. */
export function text(max: number, min = 0) {
  // Built in one withMutation: outside it each call copies the schema, and the contract has hundreds of texts.
  return string().withMutation((schema) => {
    schema
      .trim('${label} must not begin or end with a space')
      .max(max, `\${label} must be at most ${grouped(max)} characters`)
      .test(
        'well-formed',
        '${label} contains characters that cannot be stored',
        (value) => value == null || (value.isWellFormed() && !control.test(value)),
      )
    return min > 0 ? legible(schema.min(min, `\${label} must be at least ${grouped(min)} characters`)) : schema
  })
}

/** A person's first name or surname, by which administrators tell each other apart. */
export function personName() {
  return text(60).withMutation(legible)
}

function legible(schema: StringSchema): StringSchema {
  return schema
    .test('visible', '${label} must contain a visible character', (value) => !value || visible.test(value))
    .test(
      'reversing',
      '${label} must not contain characters that reverse the text direction',
      (value) => !value || !reversing.test(value),
    )
}

/** The shape of an id. */
export const ID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const anyId = string().matches(ID_PATTERN, '${label} is not an id').meta({ format: 'uuid' })
const noInstant = '${label} is not a UTC time'
const withMilliseconds = (moment: string) => moment.replace(/(:\d\d)Z$/, '$1.000Z')
const anyInstant = string()
  .transform((value: unknown) => (typeof value === 'string' ? withMilliseconds(value) : value))
  .matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/, noInstant)
  // JavaScript reads 30 February as 2 March, and the database has no year 0.
  .test('moment', noInstant, (value) => value == null || (value > '0001' && new Date(value).toJSON() === withMilliseconds(value)))
  .meta({ format: 'date-time' })

/** A row's identity: UUIDv7, lower case. */
export function id() {
  return anyId
}

/** Id of a row of the resource named `to`; the console offers a picker. */
export function reference(to: string) {
  return id().meta({ format: 'uuid', reference: to })
}

/** Ids of at most 50 rows of the resource named `to`; its errors name the field by `label`. */
export function references(to: string, label: string) {
  return array(reference(to).required().label(label)).max(50, `${label} can have at most 50 entries`).label(label)
}

/** A moment, ISO 8601 in UTC, e.g. `2026-11-20T08:15:00.000Z`; accepts one without milliseconds, and adds them. */
export function instant() {
  return anyInstant
}

/** Whether the calendar has the date at a moment's start, e.g. `2026-02-28T…`: `Date.parse` reads 30 February as 2 March. */
export function isCalendarDay(moment: string): boolean {
  const day = Number(moment.slice(8, 10))
  return day <= 28 || new Date(`${moment.slice(0, 10)}T00:00:00Z`).getUTCDate() === day
}

/** At most ten tags; `owner` is what has them: "A gateway". */
export function tags(owner: string) {
  return array(text(30, 1).required().label('Tag')).max(10, `${owner} can have at most 10 tags`).label('Tags')
}

/**
 * A mailbox of RFC 5321: atoms separated by dots, and a domain of two labels or more; accepts all that `EMAIL_PATTERN` of constants.ts accepts, and also
 * apostrophes, a plus and long suffixes such as `.info`. Refuses quoted local parts and address literals. Matches in linear time.
 */
export const MAILBOX = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:\w+(?:-+\w+)*\.)+[A-Za-z]\w*(?:-+\w+)*$/

/** Refuses what an address's pattern allows but no URL may have, such as port 99999. */
export const isUrl: TestConfig<string | null | undefined> = {
  name: 'url',
  message: '${label} is not a web address',
  test: (value) => value == null || URL.canParse(value),
}

/** One of a closed list of words. */
export function oneOf<const T extends string>(words: readonly T[]) {
  return string().oneOf([...words], '${label} must be one of ${values}')
}

/** A number from `min` to `max`, in `unit`. */
export function quantity(min: number, max: number, unit: string) {
  return number().withMutation((schema) =>
    schema
      .min(min, `\${label} must be at least ${grouped(min)} ${unit}`.trim())
      .max(max, `\${label} must be at most ${grouped(max)} ${unit}`.trim())
      .test('finite', '${label} must be a number', (value) => value == null || Number.isFinite(value))
      .meta({ unit }),
  )
}

/** A whole number from `min` to `max`, in `unit`. */
export function count(min: number, max: number, unit = '') {
  return quantity(min, max, unit).integer('${label} must be a whole number')
}

/** A count without an upper limit of its own. */
export function anyCount() {
  return count(0, 2 ** 31 - 1).required()
}

/** A count that may exceed a column's four bytes. */
export function total() {
  return count(0, Number.MAX_SAFE_INTEGER).required()
}

/** A row's version. */
export function version() {
  return count(1, 2 ** 31 - 1).label('Version')
}

/** Value of a filter for a boolean field. */
export function flag() {
  return oneOf(['true', 'false'])
}

const sharedFields = {
  id: anyId.required().label('Id'),
  version: version().required(),
  createdAt: anyInstant.required().label('Created'),
  updatedAt: anyInstant.required().label('Updated'),
}

/** Identity and timestamps of every row; `version` is also its ETag. */
export function identity() {
  return sharedFields
}

/** Normalizes text or a number for comparison, which ignores case; empty for any other value, e.g. one of a wrong type. */
export function folded(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).normalize('NFC').toLowerCase() : ''
}
