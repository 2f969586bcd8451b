import { describe, expect, it } from 'vitest'
import { main as measureApi } from '../../src/tools/bench/api'
import { main as measureConsole } from '../../src/tools/bench/console'
import { main as measureFleetwork } from '../../src/tools/bench/fleetwork'
import { main as measureGrowth } from '../../src/tools/bench/grow'
import { main as measureCluster } from '../../src/tools/bench/growCluster'
import { main as measureLists } from '../../src/tools/bench/lists'
import { main as measureLive } from '../../src/tools/bench/live'
import { main as measureSize } from '../../src/tools/size/main'

describe('the options of npm run bench and npm run size', () => {
  it.each([
    [measureConsole, '--runs', '0', '--runs must be a whole number of 1 or more, not 0'],
    [measureApi, '--rounds', 'many', '--rounds must be a whole number of 1 or more, not many'],
    [measureApi, '--seconds', '1.5', '--seconds must be a whole number of 1 or more, not 1.5'],
    [measureLive, '--changes', '', '--changes must be a whole number of 1 or more, not nothing'],
    [measureLists, '--rows', '100000,x', '--rows must be a whole number of 1 or more, not x'],
    [measureLists, '--budget', '-', '--budget must be a whole number of 1 or more, not -'],
    [measureLists, '--areas', 'gateways,sensor', 'There is no area sensor. The areas are: gateways, sensors, '],
    [measureFleetwork, '--rules', '0', '--rules must be a whole number of 1 or more, not 0'],
    [measureFleetwork, '--trouble', '2', '--trouble must be a number from 0 to 1, not 2'],
    [measureGrowth, '--batches', '0', '--batches must be a whole number of 1 or more, not 0'],
    [measureGrowth, '--tenth', 'maybe', '--tenth must be yes or no, not maybe'],
    [measureCluster, '--rounds', '0', '--rounds must be a whole number of 1 or more, not 0'],
    [measureSize, '--fils', 'yes', "Unknown option '--fils'"],
  ])('are refused in a sentence when they are wrong: %o %s=%s', async (measure, option, value, sentence) => {
    await expect(measure([`${option}=${value}`])).rejects.toThrow(sentence)
  })
})
