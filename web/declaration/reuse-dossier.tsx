import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeclarationDetail } from '../../contract/declaration.ts'
import { declarationStates } from '../../contract/declaration/states.ts'
import { reuse } from '../../contract/declaration/process.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { toast } from '../toast.ts'
import { timeText } from './times.ts'
import styles from './declare.module.css'

/** Offers an earlier dossier of the company: what is blank in this draft is filled from it. */
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
  const [busy, setBusy] = useState(false)
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
      toast.success(`已带入 ${done.values} 项内容、${done.files} 个文件`)
      if (done.expired.length > 0) toast.warning(`${done.expired.join('、')}已过有效期，没有带入，请上传新的`)
      reload()
    } catch (error) {
      setWrong(readFailure(error).message)
      setBusy(false)
    }
  }
  return (
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
  )
}
