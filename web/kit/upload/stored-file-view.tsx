import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { saveBlob } from '../../api.ts'
import { Icon } from '../icons.tsx'
import css from '../marks.module.css'
import { storedFile } from './stored-file.ts'

/** A link to a stored file. It is fetched with the user's rights (a plain link carries no token) and saved under its name. */
export function FileLink({ filePath, name, icon = true }: { filePath: string; name: string; icon?: boolean }): ReactNode {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    // The shared client has shown a refusal.
    try {
      saveBlob({ ...(await storedFile(filePath)), fileName: name })
    } catch {
      /* the call has shown its error */
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={css.linkButton} disabled={busy} onClick={() => void save()} aria-label={`下载：${name}`}>
      {icon && <Icon name="file" />}
      <span className={css.overflow}>{name}</span>
    </button>
  )
}

/** A stored picture, fetched with the user's rights. */
export function StoredPicture({
  filePath,
  alt,
  width,
  height,
}: {
  filePath: string
  alt: string
  width?: number
  height?: number
}): ReactNode {
  const { data, isError } = useQuery({
    queryKey: ['stored-file', filePath],
    queryFn: () => storedFile(filePath),
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const blob = data?.blob
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (isError)
    return (
      <span className={css.tag}>
        <Icon name="image" />
        {alt}
      </span>
    )
  return <img src={url} alt={alt} width={width} height={height} style={{ objectFit: 'cover', borderRadius: 2 }} />
}
