// A Vitest reporter that notes the tests which passed only when they were run once more, in the file that SECOND_TRIES names.
import { appendFileSync } from 'node:fs'

export default function SecondTries() {
  return {
    onTestCaseResult(test) {
      if (test.diagnostic()?.flaky)
        appendFileSync(process.env['SECOND_TRIES'], `${test.module.relativeModuleId}: ${test.fullName}\n`)
    },
  }
}
