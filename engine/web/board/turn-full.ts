/** Begins or ends full screen, in which the style of boards hides the frame. */
export const turnFull = () =>
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
