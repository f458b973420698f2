import type { Route } from './+types/verify-receipt'
import { receipt } from '../../contract/declaration.ts'
import { servicesContext } from '../context.ts'
import { metaFor } from '../shell/title.ts'
import styles from './declare.module.css'

/** The page behind a receipt's QR code. Without a number, or with an invalid one, it explains how to check. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const params = new URL(request.url).searchParams
  const [no, code] = [(params.get('no') ?? '').trim().toUpperCase(), (params.get('code') ?? '').trim().toLowerCase()]
  const asked = /^SB\d{8}-\d{4,}$/.test(no) && /^[0-9a-f]{16}$/.test(code)
  return { no, code, tried: no !== '' || code !== '', answer: asked ? await call(receipt.verify, { query: { no, code } }) : null }
}

export const meta: Route.MetaFunction = (args) => metaFor(args)

export default function VerifyReceipt({ loaderData: { no, code, tried, answer } }: Route.ComponentProps) {
  return (
    <div className={`container ${styles.page}`}>
      <article className={`card ${styles.receipt}`}>
        <h1 style={{ color: 'var(--heading)' }}>申报回执核验</h1>
        {answer?.valid && (
          <>
            <p role="status">
              <span className="tag tag-success">✓ 回执有效</span>
            </p>
            <dl>
              <div>
                <dt>受理号</dt>
                <dd className="num">{answer.declareNo}</dd>
              </div>
              <div>
                <dt>申报项目</dt>
                <dd>{answer.projectName}</dd>
              </div>
              <div>
                <dt>办理部门</dt>
                <dd>{answer.depName}</dd>
              </div>
              <div>
                <dt>提交日期</dt>
                <dd className="num">{answer.submitDate}</dd>
              </div>
            </dl>
            <p className="meta">本页只核验回执真伪，不显示申报企业和办理结果。</p>
          </>
        )}
        {tried && !answer?.valid && (
          <p role="status">
            <span className="tag tag-error">✕ 未找到该回执</span> 请核对受理号和校验码；仍有疑问请联系办理部门。
          </p>
        )}
        {!answer?.valid && (
          <form className={styles.verifyForm}>
            <label>
              受理号
              <input name="no" defaultValue={no} required maxLength={24} placeholder="SB20261121-0001" autoComplete="off" />
            </label>
            <label>
              校验码
              <input name="code" defaultValue={code} required maxLength={16} placeholder="二维码网址中的 16 位字符" autoComplete="off" />
            </label>
            <button type="submit" className="btn btn-primary">
              核验
            </button>
          </form>
        )}
      </article>
    </div>
  )
}
