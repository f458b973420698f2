import type { Route } from './+types/verify-code'
import { companyCode } from '../../contract/company-code.ts'
import { servicesContext } from '../context.ts'
import { metaFor } from '../shell/title.ts'
import styles from './verify-code.module.css'

/** The page that a company's QR code opens: whether the code is valid, and the public register data. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const c = (new URL(request.url).searchParams.get('c') ?? '').trim().slice(0, 64)
  return { tried: c !== '', answer: c ? await call(companyCode.verify, { query: { c } }) : null }
}

export const meta: Route.MetaFunction = (args) => metaFor(args)

export default function VerifyCode({ loaderData: { tried, answer } }: Route.ComponentProps) {
  return (
    <div className={`container ${styles.page}`}>
      <article className="card">
        <h1>企业码核验</h1>
        {answer?.valid ? (
          <>
            <p role="status">
              <span className="tag tag-success">✓ 企业码有效</span>
            </p>
            <dl className={styles.facts}>
              <div>
                <dt>企业名称</dt>
                <dd>{answer.companyName}</dd>
              </div>
              <div>
                <dt>统一社会信用代码</dt>
                <dd className="num">{answer.code}</dd>
              </div>
              <div>
                <dt>发放日期</dt>
                <dd className="num">{answer.issueDate}</dd>
              </div>
              <div>
                <dt>更新日期</dt>
                <dd className="num">{answer.refreshDate}</dd>
              </div>
            </dl>
            <p className="meta">本页只显示公开的登记信息，不显示企业档案。</p>
          </>
        ) : tried ? (
          <p role="status">
            <span className="tag tag-error">✕ 企业码无效</span> 该码不存在、已更新或已停用，请出示人重新打开企业码。
          </p>
        ) : (
          <p>请用手机扫描企业出示的二维码。</p>
        )}
      </article>
    </div>
  )
}
