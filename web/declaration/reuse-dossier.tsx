import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeclarationDetail } from '../../contract/declaration.ts'
import type { Data } from '../../contract/endpoint.ts'
import { declarationStates } from '../../contract/declaration/states.ts'
import { reuse } from '../../contract/declaration/process.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { timeText } from './times.ts'
import styles from './declare.module.css'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

/** Offers an earlier declaration of the company to fill the empty fields of this draft. */
export function ReuseDossier({
  detail,
  version,
  before,
  reload,
}: {
  detail: DeclarationDetail
  version(): number
  before(): Promise<unknown>
  reload(): void
}) {
  const [wrong, setWrong] = useState<string | null>(null)
  useLoggedInAgain(() => setWrong(null))
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  // The wizard is rebuilt after reloading; the list of copied values stays visible.
  const takenKey = ['declare-reused', detail.id]
  const taken = useQuery<Data<typeof reuse.copy>>({ queryKey: takenKey, queryFn: skipToken, staleTime: Infinity })
  const isDraft = detail.state === declarationStates.draft.code
  const found = useQuery({
    queryKey: ['declare-reuse', detail.projectId],
    queryFn: () => call(reuse.sources, { query: { projectId: detail.projectId } }, { silent: true }),
    enabled: isDraft,
    staleTime: 300_000,
    retry: false,
  })
  if (!isDraft || !found.data?.length) return null
  const take = async (fromId: number) => {
    setBusy(true)
    setWrong(null)
    try {
      await before()
      const done = await call(reuse.copy, { body: { id: detail.id, version: version(), fromId } }, { silent: true })
      client.setQueryData(takenKey, done)
      reload()
    } catch (error) {
      setWrong(readFailure(error).message)
      setBusy(false)
    }
  }
  return (
    <>
      {taken.data && <Taken done={taken.data} />}
      <details className={`card ${styles.reuse}`}>
        <summary>沿用以往申报的内容和材料（只填空白项）</summary>
        {wrong && <p role="alert">{wrong}</p>}
        <ul>
          {found.data.map((s) => (
            <li key={s.id}>
              {s.projectName}（{s.declareNo}，{timeText(s.submitTime).slice(0, 10)}）：{s.values} 项内容、{s.files} 个文件{' '}
              <button type="button" className="btn btn-small" disabled={busy} onClick={() => void take(s.id)}>
                沿用
              </button>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Taken({ done: { values, files, expired, left } }: { done: Data<typeof reuse.copy> }) {
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>
          已带入 {values} 项内容、{files} 个文件
        </strong>
        ，请核对。
      </p>
      {expired.length > 0 && <p>已过有效期、没有带入，请上传新的：{expired.join('、')}</p>}
      {left.files.length > 0 && <p>没有带入的文件（已删除，或不是本次要求的材料）：{left.files.join('、')}</p>}
      {left.answers.length > 0 && <p>没有带入的内容（本表没有这一项、不符合要求，或须另填）：{left.answers.join('、')}</p>}
    </div>
  )
}
