import { useEffect, useState } from 'react'
import type { FactValue } from '../../../contract/company.ts'
import { matching, type Answers } from '../../../contract/matching.ts'
import type { ScoreSheet } from '../../../contract/matching/hightech.ts'
import { call } from '../../api.ts'

export interface LiveScore {
  scoreMin: number
  scoreMax: number
  status: string
}

/** The score with the unsaved changes, computed by the same engine 500 ms after the last change; null when there are none. */
export function useLiveScore(sheet: ScoreSheet, edits: Readonly<Record<string, FactValue>>): LiveScore | null {
  const [live, setLive] = useState<LiveScore | null>(null)
  useEffect(() => {
    setLive(null)
    if (Object.keys(edits).length === 0) return
    let gone = false
    const known = [...sheet.questions.flatMap((q) => q.inputs), ...sheet.groups.flatMap((g) => g.override ?? [])]
    const answers = { ...Object.fromEntries(known.map((i) => [i.key, i.value])), ...edits } as Answers
    const timer = setTimeout(() => {
      call(matching.score, { body: { scheme: sheet.scheme, answers } }, { silent: true }).then(
        (score) => {
          if (!gone) setLive(score)
        },
        () => {},
      )
    }, 500)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [sheet, edits])
  return live
}
