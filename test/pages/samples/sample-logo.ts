/** Path of an application's logo in the samples. */
export const sampleLogo = "/clients/cli_01k9g2c8p4e6t0v3x5y7z9b1d3/logo?v=Zm9vYmFyYmF6";
