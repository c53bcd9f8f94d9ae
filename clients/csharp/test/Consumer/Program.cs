using System;
using Stockroom;

/// Shows that a program can use the package.
static class Program
{
    static void Main()
    {
        var options = new StockroomClientOptions
        {
            Address = new Uri("http://127.0.0.1:1"), AppId = "1", Secret = "s", Token = "t"
        };
        using var stockroom = new StockroomClient(options);
        Console.WriteLine("stockroom-client " + StockroomClient.Version);
    }
}
