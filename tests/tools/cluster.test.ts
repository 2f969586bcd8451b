import { afterEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../src/tools/cluster/main'
import { findPrograms } from '../../src/tools/cluster/programs'

afterEach(() => void vi.unstubAllEnvs())

describe('npm run cluster', () => {
  it.each([
    [['--campaign', 'others'], '--campaign is failover, process, pooler, replica, not others'],
    [['--campaign', 'failover', '--times', '0'], '--times must be a whole number from 1 to 9999, not 0'],
    [['--times', 'often'], '--times must be a whole number from 1 to 9999, not often'],
  ])('refuses %j with a sentence', async (args, sentence) => {
    await expect(main(args)).rejects.toThrow(sentence)
  })

  it('names the packages of all programs that are missing, in one sentence', () => {
    vi.stubEnv('PATH', '/nowhere')
    expect(findPrograms).toThrow(/^This machine lacks programs of a cluster: install .*patroni, etcd-server.*, then start again$/)
  })
})
