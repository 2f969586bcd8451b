import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { cellText, cellValue, rowCells } from '../../src/contract/cells'
import { asFormula, guarded, readCsv, textOf, unguarded, type SplitRecords } from '../../src/contract/csv'
import { importColumns, isSkippedColumn, readHeader, rowDraft } from '../../src/contract/import'
import { alertRules } from '../../src/contract/alertRules'
import { gateways } from '../../src/contract/gateways'
import { plants } from '../../src/contract/plants'
import { sensors } from '../../src/contract/sensors'
import fc from 'fast-check'

const split: SplitRecords = (text, delimiter, onRecord) => {
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, errors, meta }, parser) => {
      if (!onRecord(data, meta.cursor, errors.length > 0)) parser.abort()
    },
  })
}
const field = (name: string) => {
  const found = [alertRules, gateways, plants, sensors].flatMap(importColumns).find((column) => column.name === name)
  if (found === undefined) throw new Error(`There is no column ${name}`)
  return found.field
}

describe('a cell', () => {
  it.each<[string, string, unknown]>([
    ['latitude', '21.5', 21.5],
    ['latitude', '−5', -5],
    ['latitude', '1e2', 100],
    ['latitude', '', null],
    ['latitude', '21,5', '21,5'],
    ['latitude', '0x10', '0x10'],
    ['latitude', 'Infinity', 'Infinity'],
    ['reportingIntervalS', '', undefined],
    ['externalPower', 'YES', true],
    ['externalPower', '0', false],
    ['externalPower', 'perhaps', 'perhaps'],
    ['updateChannel', 'Stable', 'stable'],
    ['updateChannel', 'weekly', 'weekly'],
    ['silencedUntil', '2028-02-29 10:00', '2028-02-29T10:00:00.000Z'],
    ['silencedUntil', '2027-02-29 10:00', '2027-02-29 10:00'],
    ['tags', 'north; glass ;', ['north', 'glass']],
    ['tags', '', []],
    ['tags', '["a;b","c"]', ['a;b', 'c']],
    ['tags', '[not json', ['[not json']],
    ['tags', '[["deep"]]', ['[["deep"]]']],
    [
      'commonNames',
      'en: Wax plant; de: Wachs: blume',
      [
        { lang: 'en', name: 'Wax plant' },
        { lang: 'de', name: 'Wachs: blume' },
      ],
    ],
    ['commonNames', 'Wax plant', [{ lang: 'Wax plant' }]],
    ['commonNames', '[{"__proto__":{}}]', [{ lang: '[{"__proto__"', name: '{}}]' }]],
    ['description', '=1+1', '=1+1'],
  ])('of %s with the text %j parses to %j', (name, text, value) => {
    expect(cellValue(field(name), text)).toEqual(value)
  })

  it('of a list parses to the list that was written, whatever its entries contain', () => {
    const entry = fc.string({ minLength: 1, unit: fc.constantFrom('a', ';', ' ', ':', '[', '"', ',', '=', "'", '\\') })
    fc.assert(
      fc.property(fc.array(entry), (tags) => {
        expect(cellValue(field('tags'), String(cellText(field('tags'), tags)))).toEqual(tags)
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.record({ lang: entry, name: entry })), (names) => {
        expect(cellValue(field('commonNames'), String(cellText(field('commonNames'), names)))).toEqual(names)
      }),
    )
  })

  it('reads the text back that was guarded against formulas', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('=', "'", '-', '+', '@', '1', 'x', '\t', '\r', ';', '＝', '＠') }),
        (text) => {
          expect(unguarded(guarded(text))).toBe(text)
        },
      ),
    )
    expect(["'=1", "''=1", "'Tis", '-5'].map(guarded)).toEqual(["''=1", "'''=1", "'Tis", '-5'])
  })

  it.each([
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－x', "'－x"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['fern;=1+1', "fern;'=1+1"],
    ['1;-5;+5', '1;-5;+5'],
    ['fern; moss', 'fern; moss'],
    ['="5"', `'="5"`],
  ])('with %j is written as %j, with a quote before a formula', (text, written) => {
    expect(guarded(text)).toBe(written)
    expect(unguarded(written)).toBe(text)
  })

  it.each([
    ['00421', '="00421"'],
    ['-5', '="-5"'],
    ['12E5', '="12E5"'],
    ['1.2.3', '="1.2.3"'],
    ['3-4', '="3-4"'],
    ['1/2', '="1/2"'],
    ['2026-11', '="2026-11"'],
    ['22:30', '="22:30"'],
    ['Hub 7', 'Hub 7'],
    ['', ''],
    ['="5"', `'="5"`],
  ])('with %j is written for Excel as %j, and read back', (text, written) => {
    expect(asFormula(guarded(text))).toBe(written)
    expect(unguarded(written)).toBe(text)
  })
})

describe('the columns of a file', () => {
  it('are all writable fields, the parts of an object one by one', () => {
    expect(importColumns(plants).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['scientificName', 'care.watering', 'care.fertilization', 'humidityGroupId']),
    )
    expect(
      importColumns(gateways)
        .filter(({ required }) => required)
        .map(({ name }) => name),
    ).toEqual(['name', 'eui', 'serialNumber', 'hardwareId', 'updateChannel', 'reportingIntervalS'])
    expect(Object.keys(rowCells(plants.row.describe().fields, { care: { soil: 'Airy' } }))).toContain('care.soil')
  })

  it('are skipped only when the server derives them or the file of rejects adds them', () => {
    expect(
      ['id', 'version', 'state', 'sensorsCount', 'hardwareName', 'reject.line'].map((name) => isSkippedColumn(gateways, name)),
    ).toEqual(Array.from({ length: 6 }, () => true))
    expect(['name', 'colour', 'care.watering', '__proto__'].map((name) => isSkippedColumn(gateways, name))).toEqual(
      Array.from({ length: 4 }, () => false),
    )
  })

  it('make a draft, in which lists without a column are empty', () => {
    const { columns, faults } = readHeader(sensors, [
      'name',
      'state',
      'eui',
      'reportingIntervalS',
      'externalPower',
      'moistureCalibrated',
    ])
    expect([...faults]).toEqual([])
    expect(rowDraft(sensors, columns, ['Fern', 'online', 'x', '900', 'no', 'yes'])).toEqual({
      name: 'Fern',
      eui: 'x',
      reportingIntervalS: 900,
      externalPower: false,
      moistureCalibrated: true,
    })
    expect(rowDraft(gateways, readHeader(gateways, ['name']).columns, ['Roof'])).toEqual({ name: 'Roof', tags: [] })
    expect(rowDraft(plants, readHeader(plants, ['care.soil', 'care.pruning']).columns, ['Airy', ''])).toEqual({
      care: { soil: 'Airy', pruning: null },
    })
  })
})

describe('a CSV text', () => {
  const read = (text: string, delimiter?: string) => readCsv(split, text, 100, delimiter)

  it('numbers rows by their first line, whatever its line breaks, which become line feeds', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const { header, rows, fault } = read(['\uFEFFa,b', '1,"x', 'y"', '', '3,"4"', ''].join(end))
      expect({ header, rows, fault }).toEqual({
        header: ['a', 'b'],
        rows: [
          { line: 2, cells: ['1', 'x\ny'] },
          { line: 5, cells: ['3', '4'] },
        ],
        fault: null,
      })
    }
  })

  it('separates rows of another length', () => {
    const { rows, ragged } = read('a,b\n1\n1,2\n1,2,3')
    expect(rows).toEqual([{ line: 3, cells: ['1', '2'] }])
    expect(ragged.map(({ line, message }) => [line, message])).toEqual([
      [2, 'This row has 1 cell, and the header has 2'],
      [4, 'This row has 3 cells, and the header has 2'],
    ])
  })

  it.each([['a,b\n1,"2\n3,4'], ['a,b\n1,"2"3\n3,4'], ['a,b\n"1,2\n3,4\n5,"6"']])(
    'is refused when its quotes are broken: %j',
    (text) => {
      expect(read(text).fault).toBe('A quotation mark in line 2 is not closed, or not doubled')
    },
  )

  it('is refused when it has too many columns', () => {
    expect(read(`${'a,'.repeat(600)}\n`).fault).toBe('The file has more than 500 columns')
  })

  it('is read only up to its limit', () => {
    expect(readCsv(split, `a\n${'1\n'.repeat(1000)}`, 3).rows).toHaveLength(4)
  })

  it('may have semicolons or tabs', () => {
    expect(read('a;b\n1,5;2', ';').rows).toEqual([{ line: 2, cells: ['1,5', '2'] }])
    expect(read('a\tb\n"x\ty"\t2', '\t').rows).toEqual([{ line: 2, cells: ['x\ty', '2'] }])
  })

  it('is refused when its bytes are not UTF-8', () => {
    expect(textOf(new TextEncoder().encode('\uFEFFGrün'))).toBe('Grün')
    expect(textOf(Uint8Array.of(0x47, 0x72, 0xfc, 0x6e))).toBeNull()
    expect(textOf(Buffer.from('name', 'utf16le'))).toBeNull()
  })
})
