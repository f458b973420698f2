import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip file; the directory, the local header and the content may contradict each other. */
export interface ZipEntry {
  name: string
  content?: Buffer
  /** packed bytes that are written unchanged, instead of `content` */
  packed?: Buffer
  /** stored without compression */
  plain?: boolean
  /** unpacked size in the directory */
  claims?: number
  /** unpacked size in the local header */
  claimsHere?: number
  /** in the file, but not in the directory */
  hidden?: boolean
  /** further names in the directory for the same bytes */
  also?: readonly string[]
}

/** Builds a zip file, valid or deliberately broken. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const pieces: Buffer[] = [],
    central: Buffer[] = []
  let at = 0
  for (const { name, content = Buffer.alloc(0), packed, plain, claims, claimsHere, hidden, also = [] } of entries) {
    const body = packed ?? (plain ? content : deflateRawSync(content))
    const nameBytes = Buffer.from(name)
    const facts = (size: number, nameLength = nameBytes.length) => {
      const bytes = Buffer.alloc(26)
      bytes.writeUInt16LE(20, 0)
      bytes.writeUInt16LE(0x800, 2)
      bytes.writeUInt16LE(plain ? 0 : 8, 4)
      bytes.writeUInt32LE(crc32(content), 10)
      bytes.writeUInt32LE(body.length, 14)
      bytes.writeUInt32LE(size, 18)
      bytes.writeUInt16LE(nameLength, 22)
      return bytes
    }
    const size = claims ?? content.length
    const here = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts(claimsHere ?? size), nameBytes, body])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    for (const one of hidden ? [] : [nameBytes, ...also.map((more) => Buffer.from(more))])
      central.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), facts(size, one.length), place, one]))
    pieces.push(here)
    at += here.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...pieces, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
