import { useCallback, useEffect, useState } from 'react'
import { newChallenge, solvePuzzle, type LoginChallenge } from './challenge.ts'
import { PlainField } from './plain-field.tsx'
import styles from './verify.module.css'

type Faults = Partial<Record<'verifiCode' | 'form', string>>

/**
 * The picture with letters to type, renewed before it expires, or the puzzle instead. `onFault` reports what could not be loaded.
 */
export function usePictureCode(onFault: (fault: Faults) => void) {
  const [challenge, setChallenge] = useState<LoginChallenge>()
  const [solved, setSolved] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  const renew = useCallback(async () => {
    setSolved(null)
    try {
      setChallenge(await newChallenge())
    } catch {
      onFault({ form: '验证码获取失败，请点击图片重试' })
    }
  }, [onFault])
  useEffect(() => {
    void renew()
  }, [renew])
  useEffect(() => {
    if (!challenge) return
    const id = setTimeout(() => void renew(), (challenge.expireSeconds - 5) * 1000)
    return () => clearTimeout(id)
  }, [challenge, renew])
  const solve = async () => {
    if (!challenge) return
    setWorking(true)
    try {
      setSolved(await solvePuzzle(challenge))
    } catch {
      onFault({ verifiCode: '验证未完成，请重试' })
    } finally {
      setWorking(false)
    }
  }
  return { challenge, solved, working, renew, solve }
}

/** The input for the letters with the picture, and the alternative. */
export function PictureCode({
  code: { challenge, solved, working, renew, solve },
  label,
  fault,
}: {
  code: ReturnType<typeof usePictureCode>
  label: string
  fault: string | undefined
}) {
  if (solved !== null)
    return (
      <p className={styles.solved} role="status">
        ✓ 已通过验证，无需输入{label}
      </p>
    )
  return (
    <>
      <PlainField name="verifiCode" label={label} fault={fault} autoComplete="off" maxLength={8}>
        <button type="button" className={styles.picture} onClick={() => void renew()} aria-label="换一张验证码图片">
          {challenge && <img src={challenge.image} width={120} height={44} alt="验证码图片，点击更换" />}
        </button>
      </PlainField>
      <button type="button" className={styles.other} onClick={() => void solve()} disabled={!challenge || working}>
        {working ? '正在验证，请稍候…' : '看不清？改用无需识图的验证'}
      </button>
    </>
  )
}
