// Generated from the descriptors by `npm run generate`. Do not edit.

/** The screens that pages.yaml names, and the parts of boards. */
export type ScreenName = 'About' | 'ApiReference' | 'CameraPlayback' | 'CameraWall' | 'CaptureReview' | 'Descriptors' | 'DrawZones' | 'Embedded' | 'Flow' | 'Home' | 'Info' | 'Lift' | 'Lock' | 'PictureStrip' | 'SignIn' | 'SystemStatus' | 'TableDescriptors' | 'Test' | 'Why'
