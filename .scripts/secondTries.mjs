// A Vitest reporter that notes the tests which passed only when they were run once more, and why, in the file that SECOND_TRIES names.
import { appendFileSync } from 'node:fs'

export default function SecondTries() {
  return {
    onTestCaseResult(test) {
      if (!test.diagnostic()?.flaky) return
      const [why = ''] = test.result().errors?.map(({ message }) => message.split('\n', 1)[0]) ?? []
      appendFileSync(process.env['SECOND_TRIES'], `${test.module.relativeModuleId}: ${test.fullName}\n  ${why}\n`)
    },
  }
}
