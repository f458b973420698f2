import { Suspense, type ReactNode } from 'react'

/** One component of the kit with its name. */
export const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', alignItems: 'center', padding: '8px 0' }}>
    <span style={{ flex: '0 0 160px', color: 'var(--text-3)' }}>{label}</span>
    <div style={{ display: 'flex', flex: '1 1 300px', flexWrap: 'wrap', gap: 8, alignItems: 'center', minWidth: 0 }}>
      <Suspense>{children}</Suspense>
    </div>
  </div>
)
