/** What a gateway answers for a camera. */
export interface Media {
  /** `mp4` is a file without ranges, which another address begins at another time. */
  readonly protocol: 'hls' | 'flv' | 'whep' | 'mp4'
  readonly url: string
}

export interface AttachOptions {
  /** False for recordings. */
  readonly isLive: boolean
  /** Seconds from the start of a recording. */
  readonly startAt: number
  /** Whether sound is wanted: a player that waits for a missing track never starts. */
  readonly hasSound: boolean
  /** One of many small pictures: a thread for each costs more than it saves. */
  readonly isSmall: boolean
  /** Called once: it cannot be played in this form, or the stream has ended and needs a new address. */
  fail(fault: 'codec' | 'broken'): void
}

/** Plays the media in the element; the returned function closes its connections and removes all listeners. */
export async function attach(video: HTMLVideoElement, media: Media, options: AttachOptions): Promise<() => void> {
  const detach = await { hls: attachHls, flv: attachFlv, whep: attachWhep, mp4: attachNative }[media.protocol](
    video,
    media.url,
    options,
  )
  return () => {
    detach()
    video.srcObject = null
    video.removeAttribute('src')
    video.load()
  }
}

type Attach = (video: HTMLVideoElement, url: string, options: AttachOptions) => Promise<() => void>

const codecFaults = new Set(['manifestIncompatibleCodecsError', 'bufferAddCodecError', 'bufferIncompatibleCodecsError'])

const attachHls: Attach = async (video, url, options) => {
  const { isLive, isSmall, startAt, fail } = options
  const { default: Hls } = await import('hls.js')
  // Chromium answers "maybe" to HLS and then plays less of it, so Media Source comes first.
  if (!Hls.isSupported()) return attachNative(video, url, options)
  const hls = new Hls({
    enableWorker: !isSmall,
    backBufferLength: 10,
    maxBufferLength: isLive ? 6 : 20,
    maxMaxBufferLength: isLive ? 8 : 40,
    ...(isLive
      ? { liveSyncDurationCount: 3, liveMaxLatencyDurationCount: 8, maxLiveSyncPlaybackRate: 1.2 }
      : { startPosition: startAt }),
  })
  let recoveredAt = 0
  hls.on(Hls.Events.ERROR, (_event, { fatal, type, details }) => {
    if (!fatal) return
    if (codecFaults.has(details)) fail('codec')
    else if (type !== Hls.ErrorTypes.MEDIA_ERROR || Date.now() - recoveredAt < 5000) fail('broken')
    else {
      recoveredAt = Date.now()
      hls.recoverMediaError()
    }
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}

const attachNative: Attach = async (video, url, { fail }) => {
  const stop = new AbortController()
  const fault = () => fail(video.error?.code === MediaError.MEDIA_ERR_DECODE ? 'codec' : 'broken')
  video.addEventListener('error', fault, { signal: stop.signal })
  video.src = url
  return () => stop.abort()
}

const attachFlv: Attach = async (video, url, { isLive, hasSound, fail }) => {
  const { default: mpegts } = await import('mpegts.js')
  const player = mpegts.createPlayer(
    { type: 'flv', isLive, url: new URL(url, location.href).href, hasVideo: true, hasAudio: hasSound },
    {
      enableStashBuffer: false,
      lazyLoad: false,
      deferLoadAfterSourceOpen: false,
      liveSync: true,
      autoCleanupSourceBuffer: true,
      autoCleanupMaxBackwardDuration: 20,
      autoCleanupMinBackwardDuration: 10,
    },
  )
  player.on(mpegts.Events.ERROR, (_type: string, details: string) =>
    fail(details === mpegts.ErrorDetails.MEDIA_CODEC_UNSUPPORTED ? 'codec' : 'broken'),
  )
  // The server has closed a stream without an end.
  if (isLive) player.on(mpegts.Events.LOADING_COMPLETE, () => fail('broken'))
  player.attachMediaElement(video)
  player.load()
  return () => {
    player.pause()
    player.unload()
    player.detachMediaElement()
    player.destroy()
  }
}

/** WebRTC by the protocol WHEP: an offer is sent, and the answer names the session that is deleted at the end. */
const attachWhep: Attach = async (video, url, { hasSound, fail }) => {
  const connection = new RTCPeerConnection()
  let session: string | undefined
  const close = () => {
    connection.close()
    // The page may be closing, too.
    if (session) void fetch(session, { method: 'DELETE', keepalive: true }).catch(() => undefined)
  }
  connection.addTransceiver('video', { direction: 'recvonly' })
  if (hasSound) connection.addTransceiver('audio', { direction: 'recvonly' })
  const stream = new MediaStream()
  video.srcObject = stream
  connection.ontrack = ({ track }) => stream.addTrack(track)
  let hasConnected = false
  connection.onconnectionstatechange = () => {
    const { connectionState: state } = connection
    hasConnected ||= state === 'connected'
    if (state === 'failed' || state === 'disconnected') fail(hasConnected ? 'broken' : 'codec')
  }
  try {
    await connection.setLocalDescription()
    await gathered(connection)
    const headers = { 'content-type': 'application/sdp' }
    const answer = await fetch(url, { method: 'POST', headers, body: connection.localDescription?.sdp ?? '' })
    if (!answer.ok) {
      // 400 and 406 refuse a codec that WebRTC lacks.
      fail(answer.status === 400 || answer.status === 406 ? 'codec' : 'broken')
      return close
    }
    const place = answer.headers.get('location')
    if (place) session = new URL(place, new URL(url, location.href)).href
    await connection.setRemoteDescription({ type: 'answer', sdp: await answer.text() })
    return close
  } catch (error) {
    close()
    throw error
  }
}

/** Resolves when the addresses of this machine are known, at the latest after a second. */
const gathered = (connection: RTCPeerConnection) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, 1000)
    connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve()
  })
