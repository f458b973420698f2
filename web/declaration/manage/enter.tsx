import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { entered } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { CompanySelect } from '../../kit/choose/company-select.tsx'
import { FallsSelect } from '../../kit/choose/endless-select-field.tsx'
import { readFailure } from '../../kit/failure.ts'
import { useShownFailure } from '../../kit/form/shown-failure.ts'
import { FieldFault } from '../../kit/form/field-fault.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { DeclareAsContext } from '../declare-as.ts'
import { Wizard } from '../wizard.tsx'
import laid from '../../kit/form/labelled-grid.module.css'
import css from '../project/project.module.css'
import { EnteredDrafts } from './entered-drafts.tsx'
import { projectOptions } from './form-data.tsx'

/** The service window enters a paper declaration: first the enterprise and the reason, then the form. */
export default function Enter({ id }: { id: number | null }) {
  return id === null ? (
    <>
      <Begin />
      <EnteredDrafts />
    </>
  ) : (
    <Fill id={id} />
  )
}

function Begin() {
  const navigate = useNavigate()
  const [companyId, setCompany] = useState<number | null>(null)
  const [projectId, setProject] = useState<number | null>(null)
  const [entrust, setEntrust] = useState('')
  const [wrong, setWrong] = useShownFailure()
  const [busy, setBusy] = useState(false)
  const righted = (path: string) => setWrong((old) => old && { ...old, message: '', fields: old.fields.filter((f) => f.path !== path) })
  const start = async () => {
    const missing = [
      ...(companyId === null ? [{ path: 'companyId', message: '请选择企业' }] : []),
      ...(projectId === null ? [{ path: 'projectId', message: '请选择申报项目' }] : []),
      ...(entrust.trim() === '' ? [{ path: 'entrust', message: '请填写委托依据' }] : []),
    ]
    if (companyId === null || projectId === null || missing.length > 0)
      return setWrong({ code: '', message: '', traceId: null, fields: missing })
    setBusy(true)
    setWrong(null)
    try {
      const { id } = await call(entered.save, { body: { companyId, projectId, entrust } }, { silent: true })
      void navigate(`/work/declaremanage?tab=enter&enter=${id}`)
    } catch (error) {
      setWrong(readFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css.part}>
      <h2>代企业录入申报</h2>
      <p className={laid.note}>
        用于企业到窗口递交纸质材料的情形。申报属于该企业，企业会立即收到消息；退回补正后，可以在窗口代为补正。录入人不能审核这份申报。
      </p>
      {wrong?.message && wrong.fields.length === 0 && (
        <Alert type="error" role="alert" title={wrong.message} style={{ marginBottom: 12 }} />
      )}
      <div className={laid.grid}>
        <div>
          <label className={laid.label} htmlFor="enter-company">
            企业
          </label>
          <CompanySelect
            id="enter-company"
            value={companyId}
            onChange={(v) => {
              setCompany((v as number | null) ?? null)
              righted('companyId')
            }}
          />
          <FieldFault failure={wrong} path="companyId" />
        </div>
        <div>
          <label className={laid.label} htmlFor="enter-project">
            申报项目
          </label>
          <FallsSelect
            id="enter-project"
            label="申报项目"
            load={projectOptions}
            value={projectId}
            onChange={(v) => {
              setProject((v as number | null) ?? null)
              righted('projectId')
            }}
          />
          <FieldFault failure={wrong} path="projectId" />
        </div>
        <div className={laid.wide}>
          <label className={laid.label} htmlFor="enter-entrust">
            委托依据
          </label>
          <Input
            id="enter-entrust"
            value={entrust}
            maxLength={200}
            placeholder="如：授权委托书（2026 年 11 月 21 日）"
            onChange={(e) => {
              setEntrust(e.target.value)
              righted('entrust')
            }}
          />
          <FieldFault failure={wrong} path="entrust" />
        </div>
      </div>
      <p style={{ marginTop: 16 }}>
        <Button type="primary" loading={busy} onClick={() => void start()}>
          开始录入
        </Button>
      </p>
    </section>
  )
}

function Fill({ id }: { id: number }) {
  const detail = useQuery({
    queryKey: ['entered', id],
    queryFn: () => call(entered.findById, { query: { id } }, { silent: true }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const companyId = detail.data?.companyId
  const as = useMemo(
    () => ({
      save: (body: Parameters<typeof saveFor>[1]) => saveFor(companyId!, body),
      submit: (body: { id: number; version: number; promise: true }) => call(entered.submit, { body }, { silent: true }),
      find: (at: number) => call(entered.findById, { query: { id: at } }, { silent: true }),
      remove: (at: number) => call(entered.remove, { body: { id: at } }),
      assisted: false,
      home: '/work/declaremanage?tab=enter',
      promise: '已核对企业书面承诺：所填内容和所附材料真实、完整，并承担相应责任。',
    }),
    [companyId],
  )
  if (detail.error) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data)
    return (
      <p role="status" className={laid.note}>
        正在加载…
      </p>
    )
  return (
    <DeclareAsContext value={as}>
      <p className={laid.note}>
        代 {detail.data.companyName} {detail.data.unlocked ? '补正' : '录入'}
      </p>
      <Wizard key={`${id}:${detail.dataUpdatedAt}`} detail={detail.data} reload={() => void detail.refetch()} />
    </DeclareAsContext>
  )
}
const saveFor = (
  companyId: number,
  body: { id: number; version: number; projectId: number; formVersion: number; formData: never; files: Record<string, string[]> },
) => call(entered.save, { body: { ...body, companyId } }, { silent: true })
