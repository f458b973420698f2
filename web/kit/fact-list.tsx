import type { ReactNode } from 'react'

/** Names with their values; the page decides about the layout. */
export const FactList = ({
  facts,
  className,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  className?: string | undefined
}) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
