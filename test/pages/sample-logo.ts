/** Where a page of the samples finds the picture of an application. */
export const sampleLogo = "/clients/cli_01k9g2c8p4e6t0v3x5y7z9b1d3/logo?v=Zm9vYmFyYmF6";
