import { nanoid } from '@reduxjs/toolkit'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../api/api'
import type { ApiError } from '../../api/extra'
import { useToast } from '../../ui/overlay/Toaster'
import { useLeaveGuard } from '../../ui/overlay/useLeaveGuard'
import type { AnyStandardArea } from '../model/declaration'
import { useDraftOwner } from '../model/draftOwner'
import { isApiError } from '../model/problems'
import type { ApiDispatch } from '../model/reference'
import { counted } from '../model/words'
import { importRows } from './importApi'
import { keepImport, keptImport } from './keptImport'
import { constantsOf, matchColumns, type Mapping } from './mapping'
import type { OpenedFile, Opening } from './openFile'
import { nothingYet, sendNext, type Job, type Tally } from './sendRows'

export type Stage = 'choose' | 'map' | 'checking' | 'checked' | 'importing' | 'imported'

/** How far an import is, from the file to what became of its rows. */
export interface Course {
  readonly stage: Stage
  readonly file: OpenedFile | null
  /** Why the file that was chosen last is of no use. */
  readonly refusal: string | null
  readonly mapping: Mapping
  /** Of the run at hand, or of the last one. */
  readonly job: Job | null
  readonly tally: Tally
  /** What the dry run found. */
  readonly checked: Tally
  /** Why the run came to a halt. */
  readonly failure: string | null
}

const beginning: Course = {
  stage: 'choose',
  file: null,
  refusal: null,
  mapping: [],
  job: null,
  tally: nothingYet,
  checked: nothingYet,
  failure: null,
}

/** The course of an import: a dry run of all rows, then those that passed it, part after part. */
export function useImport(area: AnyStandardArea) {
  const { resource } = area
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const key = `${useDraftOwner()} ${area.slug}`
  const [course, setCourse] = useState(() => keptImport(dispatch, key) ?? beginning)
  const latest = useRef(course)
  const running = useRef<AbortController | null>(null)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      running.current?.abort()
    }
  }, [])
  useLeaveGuard(course.stage !== 'choose' && course.stage !== 'imported')
  const change = (some: Partial<Course>) => {
    latest.current = { ...latest.current, ...some }
    keepImport(dispatch, key, latest.current)
    setCourse(latest.current)
  }

  const finish = (tally: Tally) => {
    change({ stage: 'imported', tally })
    if (tally.created > 0) toast({ message: `${counted(tally.created, resource.nouns)} imported` })
  }
  const run = async (job: Job, from: Tally) => {
    const { signal } = (running.current = new AbortController())
    const send = (csv: string, key: string) => {
      const call = dispatch(importRows.initiate({ resource, csv, key, dryRun: job.dryRun }, { track: false }))
      // What is being imported is waited for: whether it was would not be known.
      if (job.dryRun) signal.addEventListener('abort', () => call.abort())
      return call.unwrap()
    }
    change({ stage: job.dryRun ? 'checking' : 'importing', job, tally: from, failure: null })
    let tally = from
    try {
      while (tally.at < job.rows.length && !signal.aborted) {
        tally = await sendNext(job, tally, send)
        if (!signal.aborted || !job.dryRun) change({ tally })
      }
      // What was left goes on when the import is opened again.
      if (!job.dryRun && !left.current) finish(tally)
      else if (job.dryRun && !signal.aborted) change({ stage: 'checked', checked: tally })
    } catch (error) {
      if (!signal.aborted || !job.dryRun) change({ failure: sentenceOf(error) })
    }
    if (!job.dryRun) dispatch(api.util.invalidateTags([resource.name, 'Analytics']))
  }
  const begin = (rows: Job['rows'], dryRun: boolean) => {
    const { mapping } = course
    void run({ resource, mapping, constants: constantsOf(area, mapping), rows, dryRun, key: nanoid() }, nothingYet)
  }

  return {
    course,
    open: (opening: Opening) =>
      'refusal' in opening
        ? change({ refusal: opening.refusal })
        : change({ ...beginning, stage: 'map', file: opening, mapping: matchColumns(resource, opening.header) }),
    map: (mapping: Mapping) => change({ mapping }),
    back: (stage: 'choose' | 'map') => change({ stage, failure: null, refusal: null }),
    check: () => begin(course.file?.rows ?? [], true),
    start: () => begin(course.checked.accepted, false),
    retry: () => course.job !== null && void run(course.job, course.tally),
    /** Forgets the file and what became of its rows. */
    forget: () => keepImport(dispatch, key, null),
    /** Ends the run that is on; what is imported stays. */
    stop: () => {
      running.current?.abort()
      if (course.stage === 'checking') change({ stage: 'map', failure: null })
      else if (course.failure !== null) finish(course.tally)
    },
  }
}

const halts: Readonly<Record<ApiError['kind'], string | null>> = {
  refused: null,
  offline: 'The server cannot be reached.',
  timeout: 'The server did not answer in time.',
  malformed: 'The server’s answer could not be read.',
  aborted: 'It was interrupted.',
  signedOut: 'The session has ended.',
  sessionChanged: 'The session has ended.',
}

function sentenceOf(error: unknown): string {
  if (!isApiError(error)) return halts.malformed ?? ''
  const { kind, problem } = error
  return halts[kind] ?? (/[.!?]$/.test(problem.message) ? problem.message : `${problem.message}.`)
}
