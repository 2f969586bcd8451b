// A Vitest reporter: writes the results of each file of each project as JSON to the file that TEST_REPORT names.
import { writeFileSync } from 'node:fs'

/**
 * The results of a file in a project: `passed` and `left` (skipped) are counts, `failed` lists the failed tests.
 *
 * @typedef {object} FileResult
 * @property {string} tier
 * @property {string} file
 * @property {number} seconds
 * @property {number} passed
 * @property {{ test: string; message: string }[]} failed
 * @property {number} left
 */

/** @returns {import('vitest/reporters').Reporter} */
export default function TestReport() {
  return {
    onTestRunEnd(modules) {
      writeFileSync(process.env['TEST_REPORT'] ?? 'tests.json', JSON.stringify(modules.map(resultOf)))
    },
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {FileResult}
 */
function resultOf(module) {
  const tests = [...module.children.allTests()]
  const inState = (/** @type {string} */ state) => tests.filter((test) => test.result().state === state)
  const failed = inState('failed').map((test) => ({ test: test.fullName, message: messageOf(test.result().errors) }))
  const ofFile = module.errors()
  // A file that failed to load, or a failed hook around all its tests, has no failed test.
  if (ofFile.length > 0) failed.push({ test: 'the file', message: messageOf(ofFile) })
  else if (failed.length === 0 && module.state() === 'failed') failed.push({ test: 'a hook', message: hooksOf(module) })
  const { collectDuration, duration, setupDuration } = module.diagnostic()
  return {
    tier: module.project.name,
    file: module.relativeModuleId,
    seconds: (collectDuration + duration + setupDuration) / 1000,
    passed: inState('passed').length,
    failed,
    left: inState('skipped').length,
  }
}

/** @param {import('vitest/node').TestModule} module */
function hooksOf(module) {
  return messageOf([...module.children.allSuites()].flatMap((suite) => suite.errors()))
}

/** @param {readonly { message?: string; stack?: string | undefined }[] | undefined} errors */
function messageOf(errors = []) {
  return errors.map(({ message, stack }) => stack ?? message ?? '').join('\n')
}
