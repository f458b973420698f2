import type { Route } from './+types/train-certificate'
import { certificate } from '../../contract/training/certificate.ts'
import { certificateStates } from '../../contract/training/states.ts'
import { servicesContext } from '../context.ts'
import { queryOf } from '../shell/address.ts'
import { PrintPage } from '../shell/public/detail-parts.tsx'
import { metaFor } from '../shell/title.ts'
import { spanText } from './activity-item.tsx'
import styles from './training.module.css'

/** The page that the QR code of a certificate opens: it contains everything that is printed, so that an altered paper can be recognised. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const c = (queryOf(request.url, ['c']).c ?? '').trim().slice(0, 64)
  return { tried: c !== '', found: c ? await call(certificate.verify, { query: { c } }) : null }
}

export const meta: Route.MetaFunction = (args) => [...metaFor(args), { name: 'robots', content: 'noindex' }]

export default function TrainCertificate({ loaderData: { tried, found } }: Route.ComponentProps) {
  return (
    <div className={`container ${styles.certificate}`}>
      <article className="card">
        <h1>培训证书核验</h1>
        {found ? (
          <Found {...found} />
        ) : tried ? (
          <p role="status">
            <span className="tag tag-error">✕ 没有这张证书</span> 本平台没有发过带这个二维码的证书，请核对网址。
          </p>
        ) : (
          <p>请用手机扫描证书左下角的二维码。</p>
        )}
      </article>
    </div>
  )
}

function Found(found: NonNullable<Route.ComponentProps['loaderData']['found']>) {
  const holds = found.state === certificateStates.code.valid
  const facts = [
    ['证书编号', found.number],
    ['姓名', found.contact],
    ['单位', found.companyName],
    ['活动', `${found.title}（${found.type}）`],
    ['时间', spanText(found.startTime, found.endTime)],
    ['地点', found.place],
    ['学时', String(found.hours)],
    ['主办单位', found.host],
    ['发证日期', found.issueDate],
    ['失效日期', found.revokeDate],
    ['失效原因', found.revokeReason],
    ['换发的证书', found.replacedBy],
  ] as const
  return (
    <>
      <p role="status">
        <span className={holds ? 'tag tag-success' : 'tag tag-error'}>{holds ? '✓ 证书有效' : `✕ 证书${found.stateName}`}</span>
      </p>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="meta">以上是证书上印的全部内容。纸面与本页不一致的，以本页为准。</p>
      <PrintPage />
    </>
  )
}
