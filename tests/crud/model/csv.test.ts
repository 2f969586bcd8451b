import { describe, expect, it } from 'vitest'
import { csvText, toCsv } from '../../../src/crud/model/csv'

describe('toCsv', () => {
  it('takes the header from the keys of the first row and ends every line in CRLF', () => {
    expect(
      toCsv([
        { name: 'Attic', sensors: 3 },
        { sensors: 4, name: 'Barn', more: 1 },
      ]),
    ).toBe('name,sensors\r\nAttic,3\r\nBarn,4\r\n')
  })

  it('keeps fewer or more cells than the header has', () => {
    expect(csvText(['a', 'b'], [['1'], ['2', 3, '=1+1']])).toBe("a,b\r\n1\r\n2,3,'=1+1\r\n")
  })

  it('is empty when there are no rows', () => {
    expect(toCsv([])).toBe('')
  })

  it('quotes text that would break a line, and doubles its quotes', () => {
    expect(toCsv([{ a: 'x,y', b: 'say "hi"', c: 'one\r\ntwo', d: ' edge ' }])).toBe(
      'a,b,c,d\r\n"x,y","say ""hi""","one\r\ntwo"," edge "\r\n',
    )
  })

  it('puts a quote before text that a spreadsheet would evaluate', () => {
    const rows = [{ a: '=1+1', b: '+x', c: '@sum', d: '-cmd', e: '\tx' }]
    expect(toCsv(rows)).toBe(`a,b,c,d,e\r\n'=1+1,'+x,'@sum,'-cmd,'\tx\r\n`)
  })

  it('leaves numbers unchanged, also negative ones and those in text', () => {
    expect(toCsv([{ a: -5, b: '-5', c: '+4.5e3', d: 0.1, e: '-.5' }])).toBe('a,b,c,d,e\r\n-5,-5,+4.5e3,0.1,-.5\r\n')
  })

  it('leaves a field empty when there is no value, and joins lists', () => {
    expect(toCsv([{ a: null, b: undefined, c: ['roof', 'north'], d: false, e: [] }])).toBe(
      'a,b,c,d,e\r\n,,roof; north,false,\r\n',
    )
  })

  it.each([
    ['excel', '\uFEFFa;b,c,d,e\r\n1.5,"x,y",x;y,roof; north\r\n'],
    ['excelComma', '\uFEFF"a;b";c;d;e\r\n1,5;x,y;"x;y";"roof; north"\r\n'],
  ] as const)('writes what Excel opens, as %s', (format, text) => {
    expect(toCsv([{ 'a;b': 1.5, c: 'x,y', d: 'x;y', e: ['roof', 'north'] }], format)).toBe(text)
    expect(toCsv([], format)).toBe('')
  })

  it('writes text of digits for Excel as a formula, which keeps its zeros and all its digits', () => {
    const row = {
      serial: '00421',
      eui: '7045000000000012',
      version: '1.10',
      sci: '12E5',
      count: 5,
      name: 'Hub 7',
      list: ['1', '2'],
    }
    expect(toCsv([row], 'excel').split('\r\n')[1]).toBe(
      '"=""00421""","=""7045000000000012""","=""1.10""","=""12E5""",5,Hub 7,1; 2',
    )
    expect(toCsv([row]).split('\r\n')[1]).toBe('00421,7045000000000012,1.10,12E5,5,Hub 7,1; 2')
  })

  it('keeps text in any script', () => {
    expect(toCsv([{ a: 'Grünlilie 🌿 綠' }])).toBe('a\r\nGrünlilie 🌿 綠\r\n')
  })
})
