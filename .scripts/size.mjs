// `npm run size`: gzip bytes of script and style that a browser has fetched by the time each step can be used, against the budgets.
// Measured in Chromium on a slow network, because what counts is what is waited for. Fails over budget. `-- --files` names each file.
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { buildFloors, consoleFile, gzipBytes } from './bench/floor.mjs'
import { fail } from './root.mjs'
import { newFolder, startProduct } from './product.mjs'

/** Kilobytes (1000 bytes), everything loaded so far. */
const budgets = { signIn: 120, dashboard: 175, list: 215, form: 240 }
const titles = { signIn: 'sign-in usable', dashboard: 'dashboard painted', list: 'list painted', form: 'form open' }

try {
  const chromium = await ensureChromium()
  ensureBuilt()
  const { openPage, profiles } = await import('./bench/drive.mjs')
  const { takeJourney } = await import('./bench/journey.mjs')
  const product = await startProduct({ dataDir: newFolder() })
  const driven = await openPage(chromium, profiles.slow)
  const steps = await takeJourney(driven, product.origin).finally(async () => {
    await driven.close()
    await product.stop()
  })
  process.exit(report(steps, await buildFloors()))
} catch (error) {
  fail(error)
}

function report(steps, floors) {
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(7)
  const inPage = gzipBytes(inlined(consoleFile('index.html')))
  console.log('\nScript and style before a step is usable, kB of gzip\n')
  console.log(`${'floor: React alone'.padEnd(40)}${kilobytes(gzipBytes(floors.react))}`)
  console.log(`${"floor: the product's libraries, one file".padEnd(40)}${kilobytes(gzipBytes(floors.libraries))}\n`)
  let over = 0
  let before = []
  for (const [step, budget] of Object.entries(budgets)) {
    const bytes = steps[step].loaded.reduce((sum, path) => sum + gzipBytes(consoleFile(path)), inPage)
    const fits = bytes <= budget * 1000
    if (!fits) over += 1
    console.log(`${titles[step].padEnd(40)}${kilobytes(bytes)}  of ${budget}  ${fits ? 'fits' : 'OVER BUDGET'}`)
    if (process.argv.includes('--files')) {
      if (step === 'signIn') console.log(`    ${'in index.html'.padEnd(50)}${kilobytes(inPage)}`)
      const files = steps[step].loaded.filter((path) => !before.includes(path))
      for (const path of files) console.log(`    ${path.padEnd(50)}${kilobytes(gzipBytes(consoleFile(path)))}`)
    }
    before = steps[step].loaded
  }
  return over === 0 ? 0 : 1
}

/** The styles and scripts that stand in the page itself. */
function inlined(html) {
  return [...html.matchAll(/<(style|script)[^>]*>([^]*?)<\/\1>/g)].map(([, , content]) => content).join('\n')
}
