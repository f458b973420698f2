import { Link } from 'react-router'
import type { Route } from './+types/openapi'
import { publicCalls, type PublicCall } from '../../contract/public-calls.ts'
import { servicesContext } from '../context.ts'
import { breadcrumbs } from '../shell/json-ld.ts'
import { metaFor } from '../shell/title.ts'
import styles from './openapi.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  return { calls: await call(publicCalls.list, { query: {} }) }
}

export const meta: Route.MetaFunction = (args) => [
  ...metaFor(args, { description: '供其他系统查询惠企政策的只读接口与示例' }),
  ...breadcrumbs(args, [
    ['首页', '/page/home'],
    ['开放接口', '/page/openapi'],
  ]),
]

export default function OpenApi({ loaderData: { calls } }: Route.ComponentProps) {
  return (
    <div className={`container ${styles.page}`}>
      <h1>开放接口</h1>
      <p className={styles.lead}>
        其他系统可以直接查询本站已公开的政策，无需申请。以下接口都只读；回答是 JSON，成功为 <code>{'{ "success": true, "data": … }'}</code>
        ，不成功时 <code>msg</code> 说明原因。金额单位为万元，日期为 YYYY-MM-DD。
      </p>
      <nav aria-label="接口目录" className={styles.index}>
        <ul>
          {calls.map((one) => (
            <li key={one.path}>
              <a href={`#${anchor(one)}`}>{one.name}</a>
            </li>
          ))}
        </ul>
      </nav>
      {calls.map((one) => (
        <OneCall key={one.path} {...one} />
      ))}
      <p className="meta">
        企业自己的智能助手还可以经 <code>/mcp</code>（Model Context Protocol）提问。有疑问请看<Link to="/page/policyserver">政策服务</Link>
        页的联系方式。
      </p>
    </div>
  )
}

const anchor = ({ path }: PublicCall) => path.slice(1).replaceAll('/', '-')

function OneCall(one: PublicCall) {
  const { method, path, name, parameters, example } = one
  return (
    <section className={`card ${styles.call}`} aria-labelledby={anchor(one)}>
      <h2 id={anchor(one)}>{name}</h2>
      <p className={styles.address}>
        <span className={styles.method}>{method}</span> <code>{path}</code>
      </p>
      {parameters.length > 0 && (
        <table className={styles.parameters}>
          <caption className="visually-hidden">{name}的参数</caption>
          <thead>
            <tr>
              <th scope="col">参数</th>
              <th scope="col">必填</th>
              <th scope="col">取值</th>
            </tr>
          </thead>
          <tbody>
            {parameters.map((parameter) => (
              <tr key={parameter.name}>
                <td>
                  <code>{parameter.name}</code>
                </td>
                <td>{parameter.required ? '是' : '否'}</td>
                <td className={styles.kind}>{parameter.kind}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h3>示例</h3>
      <pre className={styles.example}>
        {example.body
          ? `POST ${example.url}\nContent-Type: application/json\n\n${JSON.stringify(example.body, null, 2)}`
          : `GET ${decodeURIComponent(example.url)}`}
      </pre>
    </section>
  )
}
