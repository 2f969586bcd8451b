// `npm run bench -- --only console`: how fast the console feels, as ratios to plain HTML in the same run. `--runs 5 --profile slow|none`.
// Rounds alternate between the pages, each with a new browser; medians are shown. Absolute times depend on the machine, ratios hardly.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../build.mjs'
import { ensureChromium } from '../chromium.mjs'
import { root } from '../root.mjs'
import { startProduct } from '../product.mjs'
import { tidily } from './tidy.mjs'

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, profile: { type: 'string', default: 'slow' } },
})
const titles = {
  firstPaint: 'first paint of sign-in',
  signIn: 'sign-in usable',
  dashboard: 'dashboard painted',
  list: 'list of 25 painted',
  sort: 'sorted',
  nextPage: 'next page',
  back: 'back to a seen list',
  form: 'form open',
}

await tidily(async (later) => {
  const chromium = await ensureChromium()
  ensureBuilt()
  const { openPage, profiles } = await import('./drive.mjs')
  const { buildFloors } = await import('./floor.mjs')
  const { takeJourney, takePlainJourney } = await import('./journey.mjs')
  const { servePages } = await import('./pages.mjs')
  const profile = profiles[options.profile]
  if (profile === undefined)
    throw new Error(`There is no profile ${options.profile}. The profiles are: ${Object.keys(profiles).join(', ')}.`)

  const pages = await servePages(await buildFloors())
  const product = await startProduct()
  later(() => product.stop())
  const field = { selector: 'input' }
  const takers = {
    plain: (driven) => takePlainJourney(driven, pages.origin),
    react: async ({ go }) => ({ signIn: await go(`${pages.origin}/react`, field) }),
    libraries: async ({ go }) => ({ signIn: await go(`${pages.origin}/libraries`, field) }),
    frond: (driven) => takeJourney(driven, product.origin),
  }
  const runs = Object.fromEntries(Object.keys(takers).map((name) => [name, []]))
  for (let round = 0; round < Number(options.runs); round += 1) {
    console.log(`${options.profile}, round ${round + 1} of ${options.runs}`)
    const order = Object.keys(takers)
    for (const name of round % 2 === 0 ? order : order.toReversed()) {
      const driven = await openPage(chromium, profile, true)
      const close = later(driven.close)
      runs[name].push(await takers[name](driven))
      await close()
    }
  }
  pages.close()
  report(Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, medians(all)])))
})

/** step → measure → median over the runs. */
function medians(runs) {
  const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)]
  return Object.fromEntries(
    Object.keys(runs[0]).map((step) => {
      const measures = Object.keys(runs[0][step]).filter((key) => typeof runs[0][step][key] === 'number')
      return [step, Object.fromEntries(measures.map((key) => [key, median(runs.map((run) => run[step][key]))]))]
    }),
  )
}

function report(results) {
  const { plain, react, libraries, frond } = results
  const time = (ms) => `${Math.round(ms)} ms`.padStart(9)
  const row = (title, of, to) => console.log(`${title.padEnd(24)}${time(to)}${time(of)}   ${(of / to).toFixed(2)} ×`)
  console.log(
    `\nProfile ${options.profile}, medians of ${options.runs}\n\n${''.padEnd(24)}${'floor'.padStart(9)}${'Frond'.padStart(9)}   ratio`,
  )
  row(titles.firstPaint, frond.signIn.firstPaint, plain.signIn.firstPaint)
  row('… to React alone', frond.signIn.ms, react.signIn.ms)
  row('… to all libraries', frond.signIn.ms, libraries.signIn.ms)
  for (const step of Object.keys(plain)) row(titles[step], frond[step].ms, plain[step].ms)
  const worst = (key) => Math.max(...Object.values(frond).map((step) => step[key]))
  console.log(
    `\nblocking on the worst step ${Math.round(worst('blocking'))} ms, worst interaction ${Math.round(worst('interaction'))} ms,`,
  )
  console.log(`layout shift ${worst('shift').toFixed(3)}, heap after the list ${(frond.list.heap / 1e6).toFixed(1)} MB`)
  const folder = join(root, 'reports')
  if (!existsSync(folder)) mkdirSync(folder)
  writeFileSync(
    join(folder, 'bench.json'),
    JSON.stringify({ profile: options.profile, runs: Number(options.runs), results }, null, 2),
  )
}
