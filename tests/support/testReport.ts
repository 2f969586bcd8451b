import { writeFileSync } from 'node:fs'
import type { TestModule } from 'vitest/node'
import type { Reporter } from 'vitest/reporters'

/** The results of a file in a tier; `seconds` it took, `left` out: skipped. */
export interface FileResult {
  readonly tier: string
  readonly file: string
  readonly seconds: number
  readonly passed: number
  readonly failed: readonly { readonly test: string; readonly message: string }[]
  readonly left: number
}

/** A reporter that writes the results of each file of each project as JSON to the file that TEST_REPORT names. */
export default function TestReport(): Reporter {
  return {
    onTestRunEnd(modules) {
      writeFileSync(process.env['TEST_REPORT'] ?? 'tests.json', JSON.stringify(modules.map(resultOf)))
    },
  }
}

function resultOf(module: TestModule): FileResult {
  const { collectDuration, duration, setupDuration } = module.diagnostic()
  const inState = (state: string) => [...module.children.allTests()].filter((test) => test.result().state === state)
  return {
    tier: module.project.name,
    file: module.relativeModuleId,
    seconds: (collectDuration + duration + setupDuration) / 1000,
    passed: inState('passed').length,
    failed: failuresOf(module),
    left: inState('skipped').length,
  }
}

function failuresOf(module: TestModule): FileResult['failed'] {
  const tests = [...module.children.allTests('failed')]
  const failed = tests.map((test) => ({ test: test.fullName, message: messageOf(test.result().errors) }))
  const ofFile = module.errors()
  // A file that failed to load, or a failed hook around all its tests, has no failed test.
  if (ofFile.length > 0) return [...failed, { test: 'the file', message: messageOf(ofFile) }]
  if (failed.length > 0 || module.state() !== 'failed') return failed
  const ofHooks = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  return [{ test: 'a hook', message: messageOf(ofHooks) }]
}

function messageOf(errors: readonly { readonly message: string; readonly stack?: string | undefined }[] = []): string {
  return errors.map(({ message, stack }) => stack ?? message).join('\n')
}
