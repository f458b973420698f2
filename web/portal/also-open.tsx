import { verdicts } from '../../contract/matching/verdicts.ts'

/** The policies that the figure of matching ones leaves out. */
export const AlsoOpen = ({ near, unknown }: { near: number; unknown: number }) =>
  near + unknown > 0 && (
    <p className="meta">
      另有{' '}
      {[[verdicts.near, near] as const, [verdicts.unknown, unknown] as const]
        .filter(([, count]) => count > 0)
        .map(([label, count]) => `${label} ${count} 项`)
        .join('、')}
    </p>
  )
