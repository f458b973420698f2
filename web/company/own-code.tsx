import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { codeLevelNotes, companyCode } from '../../contract/company-code.ts'
import { call } from '../api.ts'
import { PrintButton } from '../kit/print-button.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { ask } from '../shell/confirm.tsx'
import { toast } from '../toast.ts'
import { CodeImage, LevelMark } from './code-image.tsx'
import css from './archive/enterprise-archive.module.css'

/** The company's own code: issue, show, and replace it. The old code becomes invalid, for instance when a copy is in the wrong hands. */
export function OwnCode() {
  const client = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['company-code', 'own'],
    queryFn: () => call(companyCode.findById, { query: {} }, { silent: true }),
    retry: false,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton active />
  const renew = async (first: boolean) => {
    if (!first && (await ask({ text: '更新后，已打印或转发的旧企业码立即失效。确定更新？', confirm: '更新' })) !== 'confirm') return
    try {
      await call(companyCode.refresh, { body: {} })
      toast.success(first ? '已领取企业码' : '已更新企业码')
      await client.invalidateQueries({ queryKey: ['company-code'] })
    } catch {
      /* the call has shown its error */
    }
  }
  return (
    <section className={css.panel} aria-labelledby="own-code">
      <header className={css.head}>
        <h1 id="own-code">企业码</h1>
        {data ? <Button onClick={() => void renew(false)}>更新企业码</Button> : null}
        {data && <PrintButton />}
      </header>
      {!data ? (
        <>
          <p className={css.note}>企业码用于办事时出示：扫码的人只能看到企业名称和社会信用代码，看不到档案内容。</p>
          <Button type="primary" onClick={() => void renew(true)}>
            领取企业码
          </Button>
        </>
      ) : !data.enabled ? (
        <p className={css.note}>贵企业的企业码已停用，如有疑问请联系企业服务中心。</p>
      ) : (
        <>
          <CodeImage content={data.codeContent} name={data.companyName} />
          <p>
            当前状态 <LevelMark level={data.level} />
            {data.level ? codeLevelNotes[data.level] : '尚未授权平台使用企业档案，不评定颜色'}。颜色只有贵企业和主管部门可见。
          </p>
        </>
      )}
    </section>
  )
}
