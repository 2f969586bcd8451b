import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { optionsOf, passwordOf } from '../../src/tools/simulate/options'

describe('the options of npm run simulate', () => {
  it('have defaults', () => {
    expect(optionsOf([])).toMatchObject({
      url: 'http://127.0.0.1:4600',
      email: 'admin@example.com',
      gateways: 4,
      sensors: 6,
      rounds: 0,
      existing: false,
    })
  })

  it('are read from the command line', () => {
    const given = [
      '--url',
      'https://example.com/frond/',
      '--gateways',
      '1000',
      '--every=0.5',
      '--faults',
      '1',
      '--drift=-3600',
      '--existing',
    ]
    expect(optionsOf(given)).toMatchObject({
      url: 'https://example.com/frond',
      gateways: 1000,
      every: 0.5,
      faults: 1,
      drift: -3600,
      existing: true,
    })
  })

  it.each([
    [['--gateways', '0'], '--gateways must be a whole number from 1 to 10000, not 0'],
    [['--gateways', '1.5'], '--gateways must be a whole number from 1 to 10000, not 1.5'],
    [['--gateways='], '--gateways must be a whole number from 1 to 10000, not nothing'],
    [['--sensors', 'many'], '--sensors must be a whole number from 1 to 1000, not many'],
    [['--every=-1'], '--every must be a number from 0 to 86400, not -1'],
    [['--history', '1e9'], '--history must be a number from 0 to 744, not 1e9'],
    [['--rounds', '0.5'], '--rounds must be a whole number from 0 to 1000000000, not 0.5'],
    [['--faults', '2'], '--faults must be a number from 0 to 1, not 2'],
    [['--outages', '50%'], '--outages must be a number from 0 to 1, not 50%'],
    [['--drift', '1e12'], '--drift must be a number from -4000000000 to 4000000000, not 1e12'],
    [['--flood', '2.5'], '--flood must be a whole number from 0 to 10000, not 2.5'],
    [['--seed', 'x'], '--seed must be a whole number from 0 to 4294967295, not x'],
    [['--url', 'localhost:4600'], /^--url must be an address such as .*, not "localhost:4600"$/],
    [['--url', 'here'], /^--url must be an address such as .*, not "here"$/],
    [['--email='], '--email must be an administrator’s address'],
    [['--speed', '3'], /Unknown option '--speed'/],
    [['10'], /Unexpected argument '10'/],
  ])('are refused in a sentence: %s', (given, sentence) => {
    expect(() => optionsOf(given)).toThrow(sentence)
  })
})

describe('the password of npm run simulate', () => {
  it('comes from SIMULATE_PASSWORD, else from the demo’s data folder', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'frond-simulate-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    expect(() => passwordOf({ FROND_DATA_DIR: dataDir })).toThrow(
      'Set SIMULATE_PASSWORD to the administrator’s password, or start the demo first by npm start',
    )
    writeFileSync(join(dataDir, 'admin-password'), 'of the demo\n')
    expect(passwordOf({ FROND_DATA_DIR: dataDir })).toBe('of the demo')
    expect(passwordOf({ FROND_DATA_DIR: dataDir, SIMULATE_PASSWORD: 'of another server' })).toBe('of another server')
  })
})
