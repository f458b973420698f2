import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormMaterial } from '../../contract/declaration.ts'
import { evidence } from '../../contract/declaration/process.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import type { Uploaded } from '../kit/upload/upload-state.ts'
import question from '../kit/form/question.module.css'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

/** Copies a paper from the company's vault; expired papers are listed but cannot be chosen, so that nobody searches for them. */
export function FromVault({
  material: m,
  files,
  onChange,
}: {
  material: FormMaterial
  files: Uploaded[]
  onChange(files: Uploaded[]): void
}) {
  const [wrong, setWrong] = useState<string | null>(null)
  useLoggedInAgain(() => setWrong(null))
  const [busy, setBusy] = useState(false)
  const found = useQuery({
    queryKey: ['vault-papers'],
    queryFn: () => call(evidence.list, { query: { page: 1, pageSize: 100 } }, { silent: true }),
    staleTime: 60_000,
    retry: false,
  })
  const fitting = (found.data?.list ?? []).filter(
    (e) => m.accept.some((ext) => e.fileName.toLowerCase().endsWith(ext)) && e.size <= m.maxMb << 20,
  )
  if (fitting.length === 0 || files.length >= m.maxCount) return null
  const take = async (id: number) => {
    setBusy(true)
    setWrong(null)
    try {
      const copy = await call(evidence.use, { body: { id } }, { silent: true })
      onChange([...files, { ...copy, exName: copy.fileName }])
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <p style={{ marginBottom: 8 }}>
      <select
        className={`field ${question.short}`}
        aria-label={`${m.name}：从材料库选取`}
        disabled={busy}
        value=""
        onChange={(e) => e.target.value && void take(Number(e.target.value))}
      >
        <option value="">从材料库选取…</option>
        {fitting.map((e) => (
          <option key={e.id} value={e.id} disabled={e.daysLeft !== null && e.daysLeft < 0}>
            {e.name}
            {e.daysLeft !== null && (e.daysLeft < 0 ? `（已于 ${e.expiresOn} 过期，请先在材料库更新）` : `（有效期至 ${e.expiresOn}）`)}
          </option>
        ))}
      </select>
      {wrong && <span className="field-error"> {wrong}</span>}
    </p>
  )
}
