import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useState } from 'react'
import { authStatuses, authStatusLabels, authorizationText, company, type AuthStatus } from '../../../contract/company.ts'
import { call } from '../../api.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { session, useActing } from '../../session.ts'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import css from './enterprise-archive.module.css'
import { lazyPart } from '../../shell/lazy-part.tsx'

// The ledgers are loaded on demand, because they need the pager.
const AuthorizationAnswers = lazyPart(() => import('./authorization-answers.tsx').then((m) => m.AuthorizationAnswers))
const ArchiveUses = lazyPart(() => import('./archive-uses.tsx').then((m) => m.ArchiveUses))
const SharedLinks = lazyPart(() => import('./shared-links.tsx').then((m) => m.SharedLinks))

const Authorization = lazy(() => import('../../identity/index.ts').then((m) => ({ default: m.Authorization })))
export const authorizationKey = ['company', 'authorization'] as const

/** The present answer, the privacy authorization dialog, the withdrawal, and the earlier answers (spec §4 Protocol status; P-01). */
export function AuthorizationPanel() {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: authorizationKey,
    queryFn: () => call(company.authorization, { query: { pageSize: 1 } }, { silent: true }),
    retry: false,
  })
  const acting = useActing()
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: ['company'] }), [client])
  const close = useCallback(() => setOpen(false), [])
  if (!data) return null
  const granted = data.authStatus === authStatuses.granted

  const withdraw = async () => {
    const answer = await ask({
      text: '撤回后平台立即停止读取和匹配贵企业档案，以贵企业名义生成的模拟分享链接随即失效；不影响浏览政策、咨询和申报。确定撤回授权？',
      confirm: '撤回授权',
    })
    if (answer !== 'confirm') return
    try {
      await session.authorize(authStatuses.declined)
      toast.success('已撤回授权')
      await refresh()
    } catch {
      /* the call has shown its error */
    }
  }
  return (
    <section className={css.panel} aria-labelledby="authorization">
      <header className={css.head}>
        <h2 id="authorization">{authorizationText.title}</h2>
        <AuthChip status={data.authStatus} />
        <Button type={granted || acting ? 'default' : 'primary'} onClick={() => setOpen(true)}>
          {granted || acting ? '查看授权书' : '去授权'}
        </Button>
        {granted && !acting && <Button onClick={() => void withdraw()}>撤回授权</Button>}
      </header>
      {!granted && <p className={css.note}>授权后，平台才会用档案为您匹配政策、预填申报信息并做申报前的风险核查。</p>}
      {acting && <p className={css.note}>授权与撤回由企业自己的账号办理。</p>}
      <AuthorizationAnswers />
      <ArchiveUses />
      <SharedLinks />
      <Suspense>{open && <Authorization onClose={close} onDecided={() => void refresh()} />}</Suspense>
    </section>
  )
}

/**
 * The answer in the wording of lists, exports and the ledger. Beside a name, 未答复 alone would not say what is unanswered, so 授权 precedes it.
 */
export const AuthChip = ({ status }: { status: AuthStatus }) => (
  <StatusTag tone={status === authStatuses.granted ? 'done' : 'waiting'}>
    {status === authStatuses.unset ? `授权${authStatusLabels[status]}` : authStatusLabels[status]}
  </StatusTag>
)
