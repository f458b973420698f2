import type { Route } from './+types/public-appeal'
import { appealCases, type AppealCase } from '../../contract/appeal/cases.ts'
import { appealStatistics } from '../../contract/appeal/statistics.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { servicesContext } from '../context.ts'
import { queryOf } from '../shell/address.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { detailMeta, listMeta } from '../shell/public/public-meta.ts'
import { PublicList } from '../shell/public/public-list.tsx'
import { AppealButton } from './appeal-button.tsx'
import styles from './public-appeal.module.css'

// Loaded on demand, because the page shows only one of the two.
const CaseDetail = lazyPart(() => import('./case-detail.tsx').then((m) => m.CaseDetail))

const PATH = '/page/appeal'
const SIZE = 10
const ways = [
  ['提出', '写明类型、情况和联系方式，提交后立即得到编号和承诺办结的日期'],
  ['受理转办', '服务中心一个工作日内受理，转给主办部门；不属于它的最多退两次，由服务中心裁定'],
  ['办理答复', '部门在承诺日内答复，暂停计时都有理由并告诉您；答复由另一人审核'],
  ['评价', '答复满意不满意由您说了算，不满意可以要求重办一次'],
] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const { id, ...asked } = queryOf(request.url, ['id', 'q', 'page'])
  if (id) return { one: await call(appealCases.findById, { query: { id } }), figures: null, found: null }
  const [figures, found] = await Promise.all([
    call(appealStatistics.overview, { query: {} }),
    call(appealCases.list, { query: { ...asked, pageSize: SIZE } }),
  ])
  return { one: null, figures, found }
}

export const meta: Route.MetaFunction = (args) => {
  const data = args.loaderData
  if (data?.one)
    return detailMeta(args, {
      title: data.one.title,
      description: data.one.question.slice(0, 120),
      above: ['企业诉求', PATH],
      path: `${PATH}?id=${data.one.id}`,
      thing: { '@type': 'QAPage', name: data.one.title },
    })
  return listMeta(args, {
    description: '企业和个人遇到的困难有人办、有期限、有回音：怎样提诉求，办得怎么样，公开的答复',
    rows: (data?.found?.list ?? []).map((item: AppealCase) => ({ name: item.title, path: `${PATH}?id=${item.id}` })),
  })
}

/** 企业诉求: how appeals are handled, statistics, published answers, and a button to file one. */
export default function PublicAppeal({ loaderData: { one, figures, found } }: Route.ComponentProps) {
  if (one) return <CaseDetail item={one} />
  return (
    <PublicList
      title="企业诉求"
      path={PATH}
      total={found!.total}
      pageSize={SIZE}
      lead="办事遇到困难、政策没有兑现、要素没有保障，企业和个人都可以提，部门限时答复"
      search={{ id: 'appeal-q', placeholder: '看看别人问过的：用电、贷款、用工……', suggest: false }}
      form={
        <>
          <section className={`card ${styles.ways}`} aria-labelledby="appeal-ways">
            <div className={styles.head}>
              <h2 id="appeal-ways">诉求怎样办</h2>
              <AppealButton />
            </div>
            <ol>
              {ways.map(([name, text]) => (
                <li key={name}>
                  <strong>{name}</strong>
                  <span>{text}</span>
                </li>
              ))}
            </ol>
          </section>
          <dl className={`card ${styles.figures}`} aria-label="近 12 个月">
            {figures!.items.map((item) => (
              <div key={item.label} title={item.note}>
                <dt>{item.label}</dt>
                <dd>
                  <strong className="num">{item.value ?? '暂无'}</strong> {item.value !== null && item.unit}
                </dd>
              </div>
            ))}
          </dl>
        </>
      }
      nothing={<p className="meta">还没有公开的答复。可以换个说法，或者直接提诉求。</p>}
    >
      {found!.list.length > 0 && (
        <ul>
          {found!.list.map((item) => (
            <li key={item.id} className={styles.item}>
              <h3>
                <a href={`${PATH}?id=${item.id}`}>{item.title}</a>
              </h3>
              <p>{item.question}</p>
              <p className="meta">
                {item.typeName} · {item.officeName}答复 · <span className="num">{shanghaiDay(Date.parse(item.publishTime))}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </PublicList>
  )
}
