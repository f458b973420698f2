import { useRootData } from './root-data.ts'

/** For a browser without scripts: what does not work, and where to get help. `what` is a sentence without its full stop. */
export function NeedsScript({ what }: { what: string }) {
  const phone = useRootData()?.site.phone
  return (
    <noscript>
      <p role="alert" className="card" style={{ padding: '12px 16px', margin: '12px 0', borderLeft: '4px solid var(--error)' }}>
        {what}，您的浏览器没有开启 JavaScript。请开启后刷新本页
        {phone && (
          <>
            ，或拨打服务电话 <a href={`tel:${phone}`}>{phone}</a>
          </>
        )}
        。
      </p>
    </noscript>
  )
}
